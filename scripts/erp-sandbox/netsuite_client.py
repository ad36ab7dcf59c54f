"""Runs a plain OAuth 2 client with a signed assertion, SuiteQL and record calls against a sandbox. Needs PyJWT with cryptography.

    ledgerwell erp-sandbox --listen 127.0.0.1:8090
    python scripts/erp-sandbox/netsuite_client.py http://127.0.0.1:8090
"""

import sys
import time
import uuid

import jwt
import requests

BASE = sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8090"
REST = BASE + "/services/rest"


def token(settings):
    address = REST + "/auth/oauth2/v1/token"
    now = int(time.time())
    claims = {"iss": settings["ClientId"], "scope": ["rest_webservices"], "aud": address, "iat": now, "exp": now + 300}
    assertion = jwt.encode(claims, settings["PrivateKey"], "ES256", headers={"kid": settings["CertificateId"]})
    form = {
        "grant_type": "client_credentials",
        "client_assertion_type": "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
        "client_assertion": assertion,
    }
    answer = requests.post(address, data=form)
    assert answer.status_code == 200, answer.text
    broken = requests.post(address, data={**form, "client_assertion": assertion[:-6] + "AAAAAA"})
    assert broken.status_code == 400 and broken.json()["error"] == "invalid_grant"
    return answer.json()["access_token"]


def main():
    settings = requests.get(BASE + "/control").json()["NetSuite"]
    session = requests.Session()
    session.headers["Authorization"] = "Bearer " + token(settings)
    run = uuid.uuid4().hex[:8]
    customer = requests.post(
        BASE + "/control/add", json={"System": "netsuite", "Kind": "customer", "Name": f"O'Hara {run}"}
    ).json()["Id"]

    def query(text, **parameters):
        return session.post(
            REST + "/query/v1/suiteql", params=parameters, json={"q": text}, headers={"Prefer": "transient"}
        )

    found = query(f"SELECT id, companyname FROM customer WHERE UPPER(companyname) LIKE '%O''HARA {run.upper()}%' ORDER BY id")
    assert [row["id"] for row in found.json()["items"]] == [customer], found.text
    assert session.post(REST + "/query/v1/suiteql", json={"q": "SELECT id FROM customer"}).status_code == 400
    assert query("SELECT nothing FROM nowhere").status_code == 400
    item = query("SELECT id FROM item WHERE name = 'PEPM' ORDER BY id").json()["items"][0]["id"]

    def line(quantity):
        return {"item": {"id": item}, "quantity": quantity, "rate": 4.25}

    body = {"entity": {"id": customer}, "tranId": f"N-{run}", "item": {"items": [line(40)]}}
    for _ in range(2):
        made = session.put(f"{REST}/record/v1/invoice/eid:n-{run}", params={"replace": "item"}, json=body)
        assert made.status_code == 204, made.text
    address = made.headers["Location"]
    invoice = session.get(address, params={"expandSubResources": "true"}).json()
    assert invoice["total"] == 170 and len(invoice["item"]["items"]) == 1, invoice

    session.patch(address, json={"item": {"items": [line(1)]}})
    assert session.get(address).json()["total"] == 174.25, "without replace a line comes behind the others"
    session.patch(address, params={"replace": "item"}, json={"item": {"items": [line(2)]}})
    assert session.get(address).json()["total"] == 8.5, "with replace the lines are those sent"

    wrong = session.post(f"{REST}/record/v1/invoice", json={"entity": {"id": "99999"}, "item": {"items": [line(1)]}})
    assert wrong.status_code == 400 and wrong.json()["o:errorDetails"][0]["o:errorPath"] == "entity", wrong.text
    rows = query(f"SELECT id, status, foreignamountunpaid FROM transaction WHERE type = 'CustInvc' AND tranid = 'N-{run}'")
    assert rows.json()["items"][0]["status"] == "A", rows.text
    assert session.delete(address).status_code == 204
    assert session.get(address).status_code == 404
    session.headers["Authorization"] = "Bearer wrong"
    assert session.get(address).status_code == 401
    print("a plain NetSuite client works against", BASE)


if __name__ == "__main__":
    main()
