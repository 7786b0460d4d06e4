from hypothesis import settings

# The same examples in every run, and no clock: a test that fails once fails again.
settings.register_profile("warbook", deadline=None, derandomize=True)
settings.load_profile("warbook")
