"""Runs python-quickbooks against a sandbox: nothing is changed but the base address.

    ledgerwell erp-sandbox --listen 127.0.0.1:8090
    python scripts/erp-sandbox/python_quickbooks.py http://127.0.0.1:8090
"""

import json
import os
import sys
import uuid
from contextlib import contextmanager
from urllib.request import Request, urlopen

BASE = sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8090"
# The library's OAuth client refuses http elsewhere; the sandbox is on this machine.
os.environ["OAUTHLIB_INSECURE_TRANSPORT"] = "1"

from intuitlib.client import AuthClient  # noqa: E402
from quickbooks import QuickBooks  # noqa: E402
from quickbooks.batch import batch_create  # noqa: E402
from quickbooks.exceptions import AuthorizationException, QuickbooksException, ValidationException  # noqa: E402
from quickbooks.objects import (  # noqa: E402
    Account, AccountBasedExpenseLine, AccountBasedExpenseLineDetail, Bill, CreditMemo, Customer, Invoice, Item, Payment,
    PaymentLine, Ref, SalesItemLine, SalesItemLineDetail, Term, Vendor,
)
from quickbooks.objects.base import EmailAddress, LinkedTxn  # noqa: E402


def control(method, path, body=None):
    data = None if body is None else json.dumps(body).encode()
    with urlopen(Request(BASE + path, data=data, method=method, headers={"content-type": "application/json"})) as answer:
        text = answer.read()
    return json.loads(text) if text else None


@contextmanager
def preferences(**wanted):
    """What the company has chosen, with these instead, and as it was at the end."""
    chosen = control("GET", "/control")["QuickBooks"]["Preferences"]
    control("PUT", "/control/preferences/quickbooks", {**chosen, **wanted})
    try:
        yield
    finally:
        control("PUT", "/control/preferences/quickbooks", chosen)


def line(item, quantity, price):
    detail = SalesItemLineDetail()
    detail.ItemRef = item.to_ref()
    detail.Qty, detail.UnitPrice = quantity, price
    one = SalesItemLine()
    one.Amount, one.Description, one.SalesItemLineDetail = quantity * price, "PEPM", detail
    return one


def invoice(customer, item, number):
    made = Invoice()
    made.CustomerRef = customer.to_ref()
    made.DocNumber = number
    made.Line.append(line(item, 4, 10))
    return made


def refused(kind, call):
    try:
        call()
    except kind as failure:
        return failure
    raise SystemExit(f"{call} was not refused")


def connected():
    settings = control("GET", "/control")["QuickBooks"]
    pair = control("POST", "/control/connect")
    auth = AuthClient(
        client_id=settings["ClientId"], client_secret=settings["ClientSecret"], redirect_uri="http://localhost/callback",
        environment=BASE + "/.well-known/openid_sandbox_configuration/",
    )
    QuickBooks.api_url_v3 = BASE + "/v3"
    client = QuickBooks(
        auth_client=auth, refresh_token=pair["refresh_token"], company_id=settings["RealmId"], minorversion=75,
    )
    assert client.refresh_token != pair["refresh_token"], "a refresh gives another refresh token"
    return client


def main():
    qb = connected()
    run = uuid.uuid4().hex[:8]

    customer = Customer()
    customer.DisplayName = f"O'Hara {run}"
    customer = customer.save(qb=qb)
    assert Customer.filter(DisplayName=f"O'Hara {run}", qb=qb)[0].Id == customer.Id
    assert Customer.where(f"DisplayName LIKE '%hara {run}%'", max_results=1, qb=qb)[0].Id == customer.Id
    assert Customer.count(qb=qb) >= 1
    assert Customer.choose([customer.Id], qb=qb)[0].DisplayName == customer.DisplayName
    assert "sandbox" not in [term.Name for term in Term.all(qb=qb)]
    item = Item.filter(Name="PEPM", qb=qb)[0]

    made = invoice(customer, item, f"P-{run}").save(qb=qb, request_id=run)
    again = invoice(customer, item, f"P-{run}").save(qb=qb, request_id=run)
    assert made.Id == again.Id and made.TotalAmt == 40, "one request id is one invoice"
    duplicate = refused(QuickbooksException, lambda: invoice(customer, item, f"P-{run}").save(qb=qb))
    assert duplicate.error_code == 6140, duplicate

    stale = Invoice.get(made.Id, qb=qb)
    fresh = Invoice.get(made.Id, qb=qb)
    fresh.PrivateNote = "first"
    fresh.save(qb=qb)
    assert refused(QuickbooksException, lambda: stale.save(qb=qb)).error_code == 5010
    wrong = invoice(customer, item, f"Q-{run}")
    wrong.Line[0].Amount = 41
    assert refused(QuickbooksException, lambda: wrong.save(qb=qb)).error_code == 6070
    refused(ValidationException, lambda: Invoice.query("select * from Invoice where a = 'b' or c = 'd'", qb=qb))

    current = Invoice.get(made.Id, qb=qb)
    current.BillEmail = EmailAddress()
    current.BillEmail.Address = "books@ohara.example"
    current.save(qb=qb)
    current.send(qb=qb)
    current.send(qb=qb, send_to="owner@ohara.example")
    assert [mail["Recipients"] for mail in control("GET", "/control")["Mails"]][-2:] == [
        ["books@ohara.example"], ["owner@ohara.example"],
    ]
    with preferences(Pdfs=True):
        assert Invoice.get(made.Id, qb=qb).download_pdf(qb=qb).startswith(b"%PDF-")

    paid = Payment()
    paid.CustomerRef, paid.TotalAmt = customer.to_ref(), 15
    part, link = PaymentLine(), LinkedTxn()
    link.TxnId, link.TxnType = made.Id, "Invoice"
    part.Amount, part.LinkedTxn = 15, [link]
    paid.Line.append(part)
    paid.save(qb=qb)
    assert Invoice.get(made.Id, qb=qb).Balance == 25

    memo = CreditMemo()
    memo.CustomerRef = customer.to_ref()
    memo.Line.append(line(item, 1, 10))
    assert memo.save(qb=qb).RemainingCredit == 10

    vendor = Vendor()
    vendor.DisplayName = f"Lighthouse {run}"
    vendor = vendor.save(qb=qb)
    account = Account.filter(Name="Commissions", qb=qb)[0]
    expense, bill = AccountBasedExpenseLine(), Bill()
    expense.Amount, expense.AccountBasedExpenseLineDetail = 60, AccountBasedExpenseLineDetail()
    expense.AccountBasedExpenseLineDetail.AccountRef = account.to_ref()
    bill.VendorRef = Ref()
    bill.VendorRef.value = vendor.Id
    bill.Line.append(expense)
    assert bill.save(qb=qb).Balance == 60

    batch = batch_create([invoice(customer, item, f"B{n}-{run}") for n in range(3)] + [invoice(customer, item, f"P-{run}")], qb=qb)
    assert (len(batch.successes), len(batch.faults)) == (3, 1), batch.faults

    voided = invoice(customer, item, f"V-{run}").save(qb=qb)
    voided.void(qb=qb)
    assert Invoice.get(voided.Id, qb=qb).TotalAmt == 0
    Invoice.get(voided.Id, qb=qb).delete(qb=qb)
    assert refused(QuickbooksException, lambda: Invoice.get(voided.Id, qb=qb)).error_code == 610

    control("POST", "/control/faults", {"Times": 1, "Effect": {"Kind": "status", "Status": 429}})
    refused(QuickbooksException, lambda: Term.all(qb=qb))
    control("POST", "/control/expire", {"System": "quickbooks"})
    refused(AuthorizationException, lambda: Term.all(qb=qb))
    qb.auth_client.refresh()
    qb.session.access_token = qb.auth_client.access_token
    Term.all(qb=qb)
    print("python-quickbooks works against", BASE)


if __name__ == "__main__":
    main()
