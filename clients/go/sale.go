// Issues one note with the client that openapi-generator makes: sale http://127.0.0.1:3000 ck_… sale-1
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"os"
	"time"

	"sale/lavra"
)

func main() {
	url, key, externalID := os.Args[1], os.Args[2], os.Args[3]
	settings := lavra.NewConfiguration()
	settings.Servers = lavra.ServerConfigurations{{URL: url}}
	documents := lavra.NewAPIClient(settings).FiscalDocumentsAPI
	ctx := context.WithValue(context.Background(), lavra.ContextAccessToken, key)

	// The key is made of your own sale: repeated, it brings the same document.
	created, _, err := documents.CreateFiscalDocument(ctx).
		IdempotencyKey(externalID).FiscalDocumentCreation(sale(externalID)).Execute()
	check(err)

	note, _, err := documents.GetFiscalDocument(ctx, created.Id).Execute()
	check(err)
	for note.Status == lavra.DOCUMENTSTATUS_PROCESSING {
		time.Sleep(500 * time.Millisecond)
		note, _, err = documents.GetFiscalDocument(ctx, created.Id).Execute()
		check(err)
	}
	fmt.Println(note.Status, note.GetAccessKey())
	taxedBy := note.Items[0].GetTaxedBy()
	fmt.Println("tax rule:", nameOf(taxedBy.TaxRule))

	list, _, err := documents.ListFiscalDocuments(ctx).Environment("ALL").ExternalId(externalID).Execute()
	check(err)
	fmt.Println("listed:", len(list.Data), "of", list.Meta.GetTotal())

	_, answer, err := documents.GetFiscalDocument(ctx, "00000000-0000-7000-8000-000000000000").Execute()
	var refusal *lavra.GenericOpenAPIError
	if !errors.As(err, &refusal) {
		log.Fatal("not refused: ", err)
	}
	var said lavra.ApiError
	check(json.Unmarshal(refusal.Body(), &said))
	fmt.Println(answer.StatusCode, said.Code)
}

func sale(externalID string) lavra.FiscalDocumentCreation {
	client := lavra.NewDocumentClientInput("Comercial São João Ltda")
	client.SetDocument("04252011000110")
	client.SetStateRegistration("149626224113")
	client.SetZipCode("01001000")
	client.SetStreet("Praça da Sé")
	client.SetNumber("100")
	client.SetNeighborhood("Sé")
	client.SetCity("São Paulo")
	client.SetState("SP")
	client.SetMunicipalityCode("3550308")

	// Decimals are sent as text: a float would lose cents.
	item := lavra.NewDocumentItemInput(lavra.QuantityInput{String: lavra.PtrString("3")})
	item.SetCode("CAFE-500")
	item.SetDescription("Café torrado em grãos, 500 g")
	item.SetNcm("09012100")
	item.SetUnitValue(lavra.UnitValueInput{String: lavra.PtrString("39.90")})

	paid := lavra.NewDocumentPaymentInput(lavra.PAYMENTMETHOD_PIX, lavra.RequiredMoneyInput{String: lavra.PtrString("119.70")})

	sold := lavra.NewFiscalDocumentCreation(lavra.DOCUMENTTYPE_NFE, []lavra.DocumentItemInput{*item})
	sold.SetEmit(true)
	sold.SetExternalId(externalID)
	sold.SetOperationNature("Venda de mercadoria")
	sold.SetClient(*client)
	sold.SetPayments([]lavra.DocumentPaymentInput{*paid})
	return *sold
}

func nameOf(rule lavra.NullableAppliedTaxRule) string {
	if rule.Get() == nil {
		return "null"
	}
	return rule.Get().Name
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
