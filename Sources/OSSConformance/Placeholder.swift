// The target's sources arrive with the commits that follow.
