"""Two loops in one process: events become e-mail jobs, e-mail jobs become e-mails."""

from threading import Thread

from notifications import events, mailer


def main() -> None:
    Thread(target=mailer.run, daemon=True).start()
    events.run()


if __name__ == "__main__":
    main()
