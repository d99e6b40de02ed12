"""The sun: published numbers, and two independent libraries (PyEphem's libastro and astral)."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import astral
import astral.sun
import ephem
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from authoring.halacha.sun import (
    SUNRISE_DEGREES,
    Day,
    Location,
    altitude,
    below,
    noon,
    sun_at,
    sunrise,
    sunset,
)

few = settings(derandomize=True, deadline=None, max_examples=150)

SAN_FRANCISCO = Location(37 + 46 / 60, -(122 + 26 / 60))
# U.S. Naval Observatory, Rise and Set for the Sun for 2012, San Francisco (W122 26, N37 46),
# Pacific Standard Time: the first day of each month.
TABLE_2012 = (
    "0725 1701", "0714 1733", "0640 1804", "0554 1833", "0513 1901", "0449 1926",
    "0452 1935", "0514 1918", "0540 1838", "0606 1752", "0636 1710", "0707 1651",
)  # fmt: skip
# The same office, for 13 August 2016, 7 h west: civil twilight (6 degrees), rise, transit, set,
# civil twilight; W122 26 24, N37 45 36.
DAY_2016 = ("0556", "0624", "1314", "2004", "2032")

anywhere = st.builds(
    Location,
    st.integers(-5500, 5500).map(lambda n: n / 100),
    st.integers(-17900, 17900).map(lambda n: n / 100),
)
days = st.dates(date(1950, 1, 1), date(2080, 12, 31))
sides = st.sampled_from(("rising", "setting"))
angles = st.sampled_from((SUNRISE_DEGREES, 6.0, 8.5, 16.1))


def seconds(clock: str) -> int:
    return 3600 * int(clock[:2]) + 60 * int(clock[2:])


def moment(day: Day, at: float) -> datetime:
    midnight = datetime(day.date.year, day.date.month, day.date.day, tzinfo=UTC)
    return midnight + timedelta(seconds=at - 60 * day.utc_minutes)


def by_ephem(place: Location, around: datetime, angle: float, *, rising: bool) -> datetime | None:
    observer = ephem.Observer()
    observer.lat, observer.lon = str(place.latitude), str(place.longitude)
    observer.pressure, observer.elevation, observer.horizon = 0, 0, str(-angle)
    observer.date = ephem.Date(around.replace(tzinfo=None))
    find = observer.previous_rising if rising else observer.next_setting
    try:
        found = find(ephem.Sun(), use_center=True).datetime().replace(tzinfo=UTC)
    except (ephem.AlwaysUpError, ephem.NeverUpError):
        return None
    return found if abs(found - around) <= timedelta(hours=12) else None


def test_declination_is_that_of_meeus_example_25a() -> None:
    """13 October 1992, 0 h: declination -7.78507 degrees."""
    assert sun_at(-2636.5).declination == pytest.approx(-7.78507, abs=0.00001)


def test_equation_of_time_is_that_of_meeus_example_28b() -> None:
    """The same moment: 13 minutes 42.7 seconds."""
    assert 60 * sun_at(-2636.5).equation_of_time == pytest.approx(13 * 60 + 42.7, abs=0.1)


def test_a_year_of_the_naval_observatory_s_table_comes_out() -> None:
    for month, row in enumerate(TABLE_2012, start=1):
        day = Day(date(2012, month, 1), -480)

        rise, fall = sunrise(SAN_FRANCISCO, day), sunset(SAN_FRANCISCO, day)

        assert rise == pytest.approx(seconds(row.split()[0]), abs=35)
        assert fall == pytest.approx(seconds(row.split()[1]), abs=35)


def test_twilights_and_transit_of_the_naval_observatory_come_out() -> None:
    place = Location(37 + 45 / 60 + 36 / 3600, -(122 + 26 / 60 + 24 / 3600))
    day = Day(date(2016, 8, 13), -420)

    found = (
        below(place, day, 6, rising=True),
        sunrise(place, day),
        noon(place, day),
        sunset(place, day),
        below(place, day, 6, rising=False),
    )

    assert found == pytest.approx([seconds(clock) for clock in DAY_2016], abs=35)


@few
@given(anywhere, days, angles, sides)
def test_events_are_within_20_seconds_of_ephem(
    place: Location, on: date, angle: float, side: str
) -> None:
    day = Day(on, 0)
    found = below(place, day, angle, rising=side == "rising")
    expected = by_ephem(place, moment(day, noon(place, day)), angle, rising=side == "rising")

    assert (found is None) == (expected is None)
    if found is not None and expected is not None:
        assert abs((moment(day, found) - expected).total_seconds()) < 20


@few
@given(anywhere, days, st.sampled_from((SUNRISE_DEGREES, 6.0)), sides)
def test_below_fifty_degrees_of_latitude_sunrise_and_dusk_are_within_6_seconds_of_ephem(
    place: Location, on: date, angle: float, side: str
) -> None:
    place, day = Location(place.latitude * 50 / 55, place.longitude), Day(on, 0)
    found = below(place, day, angle, rising=side == "rising")
    expected = by_ephem(place, moment(day, noon(place, day)), angle, rising=side == "rising")

    assert found is not None
    assert expected is not None
    assert abs((moment(day, found) - expected).total_seconds()) < 6


@few
@given(anywhere, days, angles, sides)
def test_at_each_event_astral_finds_the_sun_at_that_angle(
    place: Location, on: date, angle: float, side: str
) -> None:
    day = Day(on, 0)
    found = below(place, day, angle, rising=side == "rising")
    if found is None:
        return
    observer = astral.Observer(place.latitude, place.longitude, 0)

    height = astral.sun.elevation(observer, moment(day, found), with_refraction=False)

    assert height == pytest.approx(-angle, abs=0.01)


@few
@given(anywhere, days)
def test_noon_is_within_5_seconds_of_ephem_s_transit(place: Location, on: date) -> None:
    day = Day(on, 0)
    observer = ephem.Observer()
    observer.lat, observer.lon, observer.pressure = str(place.latitude), str(place.longitude), 0
    found = moment(day, noon(place, day))
    observer.date = ephem.Date((found - timedelta(hours=6)).replace(tzinfo=None))

    transit = observer.next_transit(ephem.Sun()).datetime().replace(tzinfo=UTC)

    assert abs((found - transit).total_seconds()) < 5


@few
@given(anywhere, days, st.integers(-12, 14))
def test_another_clock_shows_the_same_events(place: Location, on: date, hours: int) -> None:
    day = Day(on, 60 * hours)
    found = noon(place, day)
    turned = (noon(place, Day(on, 0)) + 3600 * hours - found + 43_200) % 86_400 - 43_200

    assert 0 <= found < 86_400
    # Across midnight it is the noon of the day before or after: half a minute apart.
    assert turned == pytest.approx(0, abs=45)


@pytest.mark.parametrize(
    ("latitude", "month", "angle"), [(69.65, 12, 0.833), (69.65, 6, 0.833), (60.17, 6, 16.1)]
)
def test_where_the_sun_does_not_pass_the_angle_there_is_no_event(
    latitude: float, month: int, angle: float
) -> None:
    place, day = Location(latitude, 20.0), Day(date(2028, month, 21), 60)

    assert below(place, day, angle, rising=True) is None
    assert below(place, day, angle, rising=False) is None


def test_at_the_equator_and_equinox_the_noon_sun_stands_overhead() -> None:
    place, day = Location(0.0, 0.0), Day(date(2028, 3, 20), 0)

    assert altitude(place, day, noon(place, day)) == pytest.approx(90, abs=0.3)
    assert altitude(place, day, noon(place, day) + 43_200) == pytest.approx(-90, abs=0.5)
