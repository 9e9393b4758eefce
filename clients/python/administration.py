"""Takes a company on with the client that openapi-generator makes of the admin API: `python administration.py http://127.0.0.1:3001 lk_… 11444777000161`."""

import sys

import lavra_admin_client
from lavra_admin_client import ApiClient, CompaniesApi, CompanyCreation, Configuration

base_url, api_key, tax_id = sys.argv[1:]

COMPANY = {
    "taxId": tax_id,
    "name": "Padaria São José Ltda",
    "stateRegistration": "110042490114",
    "taxRegime": "NORMAL",
    "receitaRegime": "OTHER",
    "address": {
        "street": "Avenida Paulista",
        "number": "1000",
        "neighborhood": "Bela Vista",
        "municipalityCode": "3550308",
        "city": "São Paulo",
        "state": "SP",
        "zipCode": "01310100",
    },
}

with ApiClient(Configuration(host=base_url, access_token=api_key)) as client:
    companies = CompaniesApi(client)
    form = CompanyCreation.from_dict(COMPANY)
    # The key is made of your own customer: repeated, it brings the same company.
    made = companies.create_company(form, idempotency_key=f"customer-{tax_id}")
    again = companies.create_company(form, idempotency_key=f"customer-{tax_id}")
    print(made.tax_id, made.environment.value, "once" if again.id == made.id else "twice")

    page = companies.list_companies(search=tax_id)
    print(f"listed: {len(page.data)} of {page.meta.total}, {page.data[0].name}")

    readiness = companies.get_company_readiness(made.id)
    print("ready" if readiness.nfe.ready else f"not ready: {readiness.nfe.issues[0].code}")

    try:
        companies.get_company("00000000-0000-7000-8000-000000000000")
    except lavra_admin_client.ApiException as refusal:
        print(refusal.status, refusal.data.code.value)
