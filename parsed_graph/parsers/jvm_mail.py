"""Mail on the JVM: sending through JavaMailSender, Jakarta Mail or SendGrid is an InfrastructureUse of mail."""

from collections.abc import Iterator

from parsed_graph.facts import Fact, InfrastructureUse, Setting, Text
from parsed_graph.framework import CallRule, Framework
from parsed_graph.rules.string_values import argument_values
from parsed_graph.syntax.source_file import CallSyntax, SourceFile

_SPRING = ("org.springframework.mail",)
_JAKARTA = ("javax.mail", "jakarta.mail", "org.springframework.mail", "org.apache.commons.mail")
_SENDERS = ("JavaMailSender", "MailSender", "JavaMailSenderImpl")
_HOST: Text = (Setting("spring.mail.host"),)
_HOST_KEYS = ('"mail.smtp.host"', '"mail.host"', '"mail.smtps.host"')


def _sent(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    yield InfrastructureUse("mail", "", file.span(call.line), address=_HOST)


def _hosted(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`sender.setHost("smtp.shop.com")`, `email.setHostName(…)`."""
    for address in argument_values(call.argument(position=0), call, file):
        yield InfrastructureUse("mail", "", file.span(call.line), address=address)


def _configured(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    """`properties.put("mail.smtp.host", host)`."""
    if len(call.arguments) == 2 and file.text(call.arguments[0].node) in _HOST_KEYS:
        for address in argument_values(call.arguments[1].node, call, file):
            yield InfrastructureUse("mail", "", file.span(call.line), address=address)


def _sendgrid(call: CallSyntax, file: SourceFile) -> Iterator[Fact]:
    yield InfrastructureUse("mail", "sendgrid", file.span(call.line))


FRAMEWORK = Framework(
    "jvm_mail",
    ("java", "kotlin", "scala"),
    calls=(
        CallRule(("send",), _sent, types=_SENDERS, imports=_SPRING),
        CallRule(
            ("setHost", "setHostName"),
            _hosted,
            types=("JavaMailSenderImpl", "SimpleEmail", "HtmlEmail", "MultiPartEmail", "Email"),
            imports=_JAKARTA,
        ),
        CallRule(("put", "setProperty"), _configured, imports=_JAKARTA),
        CallRule(("SendGrid",), _sendgrid, imports=("com.sendgrid",)),
    ),
)
