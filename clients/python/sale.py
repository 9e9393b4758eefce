"""Issues one note with the client that openapi-generator makes: `python sale.py http://127.0.0.1:3000 ck_… sale-1`."""

import sys
import time

import lavra_client
from lavra_client import ApiClient, Configuration, DocumentStatus, FiscalDocumentCreation, FiscalDocumentsApi

base_url, api_key, external_id = sys.argv[1:]

SALE = {
    "type": "NFE",
    "emit": True,
    "externalId": external_id,
    "operationNature": "Venda de mercadoria",
    "client": {
        "name": "Comercial São João Ltda",
        "document": "04252011000110",
        "stateRegistration": "149626224113",
        "zipCode": "01001000",
        "street": "Praça da Sé",
        "number": "100",
        "neighborhood": "Sé",
        "city": "São Paulo",
        "state": "SP",
        "municipalityCode": "3550308",
    },
    "items": [
        {
            "code": "CAFE-500",
            "description": "Café torrado em grãos, 500 g",
            "ncm": "09012100",
            "quantity": "3",
            "unitValue": "39.90",
        }
    ],
    "payments": [{"method": "PIX", "value": "119.70"}],
}

with ApiClient(Configuration(host=base_url, access_token=api_key)) as client:
    documents = FiscalDocumentsApi(client)
    # The key is made of your own sale: repeated, it brings the same document.
    created = documents.create_fiscal_document(FiscalDocumentCreation.from_dict(SALE), idempotency_key=external_id)

    note = documents.get_fiscal_document(created.id)
    while note.status == DocumentStatus.PROCESSING:
        time.sleep(0.5)
        note = documents.get_fiscal_document(created.id)
    print(note.status.value, note.access_key)
    print("tax rule:", note.items[0].taxed_by.tax_rule)

    page = documents.list_fiscal_documents(environment="ALL", external_id=external_id)
    print(f"listed: {len(page.data)} of {page.meta.total}")

    try:
        documents.get_fiscal_document("00000000-0000-7000-8000-000000000000")
    except lavra_client.ApiException as refusal:
        print(refusal.status, refusal.data.code.value)
