"""Long share purchase agreements in French, composed under a key and read again from their text."""
