// The target's tests arrive with the commits that follow.
