// Takes a company on with the client that openapi-generator makes of the admin API: administration http://127.0.0.1:3001 lk_… 11444777000161
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"os"

	"administration/lavra"
)

func main() {
	url, key, taxID := os.Args[1], os.Args[2], os.Args[3]
	settings := lavra.NewConfiguration()
	settings.Servers = lavra.ServerConfigurations{{URL: url}}
	companies := lavra.NewAPIClient(settings).CompaniesAPI
	ctx := context.WithValue(context.Background(), lavra.ContextAccessToken, key)

	// The key is made of your own customer: repeated, it brings the same company.
	create := companies.CreateCompany(ctx).IdempotencyKey("customer-" + taxID).CompanyCreation(company(taxID))
	made, _, err := create.Execute()
	check(err)
	again, _, err := create.Execute()
	check(err)
	times := "twice"
	if again.Id == made.Id {
		times = "once"
	}
	fmt.Println(made.TaxId, made.Environment, times)

	page, _, err := companies.ListCompanies(ctx).Search(taxID).Execute()
	check(err)
	fmt.Printf("listed: %d of %d, %s\n", len(page.Data), page.Meta.Total, page.Data[0].Name)

	readiness, _, err := companies.GetCompanyReadiness(ctx, made.Id).Execute()
	check(err)
	if readiness.Nfe.Ready {
		fmt.Println("ready")
	} else {
		fmt.Println("not ready:", readiness.Nfe.Issues[0].Code)
	}

	_, answer, err := companies.GetCompany(ctx, "00000000-0000-7000-8000-000000000000").Execute()
	var refusal *lavra.GenericOpenAPIError
	if !errors.As(err, &refusal) {
		log.Fatal("not refused: ", err)
	}
	var said lavra.ApiError
	check(json.Unmarshal(refusal.Body(), &said))
	fmt.Println(answer.StatusCode, said.Code)
}

func company(taxID string) lavra.CompanyCreation {
	address := lavra.CompanyAddress{
		Street:           "Avenida Paulista",
		Number:           "1000",
		Neighborhood:     "Bela Vista",
		MunicipalityCode: "3550308",
		City:             "São Paulo",
		State:            "SP",
		ZipCode:          "01310100",
	}
	taken := lavra.CompanyCreation{
		TaxId:     taxID,
		Name:      "Padaria São José Ltda",
		TaxRegime: lavra.COMPANYTAXREGIME_NORMAL,
		Address:   address,
	}
	taken.SetStateRegistration("110042490114")
	return taken
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
