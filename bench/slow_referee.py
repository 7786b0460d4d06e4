"""A referee on a machine of its own, as far as that can be had on one: each job takes a fixed time in which
he needs no processor. What servers and database cost beside that is real."""

from __future__ import annotations

import time

from warbook.server.jobs import AnyJob, AnyResult, Ask, Take
from warbook.server.referee import process

ANSWER, ASKED = 0.12, 0.03  # seconds of work, of an answer and of what is asked about a question


class Referee(process.Referee):
    def run(self, job: AnyJob) -> AnyResult:
        result = super().run(job)
        if isinstance(job, Take | Ask):
            time.sleep(ANSWER if isinstance(job, Take) else ASKED)
        return result


if __name__ == "__main__":
    process.Referee = Referee  # type: ignore[misc]
    process.main()
