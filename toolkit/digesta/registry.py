"""Objects by name, imported at first use: what the folders of a package export."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property, partial
from importlib import import_module
from pkgutil import iter_modules
from typing import TYPE_CHECKING, Generic, TypeVar

from digesta.errors import UsageError

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

T = TypeVar("T")


def entry_points_in(group: str) -> list[EntryPoint]:
    """Return what installed packages name in a group of entry points, by name."""
    # The search of all that is installed is slow, and seldom needed.
    from importlib.metadata import entry_points  # noqa: PLC0415

    return sorted(entry_points(group=group))


class Registry(Mapping[str, T], Generic[T]):
    """Name -> object, in the order of the names.

    packages: those whose folders each export an object under ``attribute``; the folder has the
    object's name. noun: the object's kind, in messages. beside: folders without one. others:
    what other packages add; a loader's text says where it comes from. modules: objects of the
    package are exported by its modules, not by folders; None: by either.
    """

    def __init__(
        self,
        packages: str | tuple[str, ...],
        attribute: str,
        *,
        noun: str,
        beside: frozenset[str] = frozenset(),
        others: Callable[[], Iterable[tuple[str, Callable[[], T]]]] = tuple,
        modules: bool | None = False,
    ) -> None:
        self._packages = (packages,) if isinstance(packages, str) else packages
        self._attribute, self._noun = attribute, noun
        self._beside, self._others, self._modules = beside, others, modules
        self._imported: dict[str, T] = {}

    @cached_property
    def loaders(self) -> dict[str, Callable[[], T]]:
        """Name -> function that imports the object; UsageError where two have one name."""
        loaders: dict[str, Callable[[], T]] = {
            module.name: partial(self._own, f"{package}.{module.name}")
            for package in self._packages
            for module in iter_modules(import_module(package).__path__)
            if module.ispkg is not self._modules and module.name not in self._beside
        }
        for name, loader in self._others():
            if name in loaders:
                fix = f"there is a {self._noun} of that name already; choose another"
                raise UsageError(f"{loader}: {name}: {fix}")
            loaders[name] = loader
        return dict(sorted(loaders.items()))

    def _own(self, module: str) -> T:
        if module not in self._imported:
            self._imported[module] = getattr(import_module(module), self._attribute)
        return self._imported[module]

    def __getitem__(self, name: str) -> T:
        """Return an object, or KeyError."""
        value = self.loaders[name]()
        known = getattr(value, "name", None)
        assert known == name, f"{name}: its {self._attribute} is named {known}"
        return value

    def __iter__(self) -> Iterator[str]:
        return iter(self.loaders)

    def __len__(self) -> int:
        return len(self.loaders)

    def named(self, name: str) -> T:
        """Return an object, or UsageError with the names that there are."""
        try:
            return self[name]
        except KeyError:
            raise UsageError(f"no {self._noun} {name!r}; there are: {', '.join(self)}") from None
