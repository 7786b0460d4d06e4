"""Lessons: a battle with written dice in which a person is told, step by step, what to do and why."""
