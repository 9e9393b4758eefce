import br.lavra.admin.ApiClient;
import br.lavra.admin.ApiException;
import br.lavra.admin.api.CompaniesApi;
import br.lavra.admin.model.*;
import java.util.UUID;

/** Takes a company on with the client that openapi-generator makes of the admin API: `java -cp … Administration http://127.0.0.1:3001 lk_… 11444777000161`. */
public class Administration {
    public static void main(String[] args) throws Exception {
        ApiClient client = new ApiClient();
        client.setBasePath(args[0]);
        client.setBearerToken(args[1]);
        CompaniesApi companies = new CompaniesApi(client);

        // The key is made of your own customer: repeated, it brings the same company.
        String key = "customer-" + args[2];
        Company made = companies.createCompany(company(args[2])).idempotencyKey(key).execute();
        Company again = companies.createCompany(company(args[2])).idempotencyKey(key).execute();
        String times = again.getId().equals(made.getId()) ? "once" : "twice";
        System.out.println(made.getTaxId() + " " + made.getEnvironment() + " " + times);

        CompanyList page = companies.listCompanies().search(args[2]).execute();
        int listed = page.getData().size();
        System.out.println("listed: " + listed + " of " + page.getMeta().getTotal() + ", " + page.getData().get(0).getName());

        TypeReadiness goods = companies.getCompanyReadiness(UUID.fromString(made.getId())).execute().getNfe();
        System.out.println(goods.getReady() ? "ready" : "not ready: " + goods.getIssues().get(0).getCode());

        try {
            companies.getCompany(UUID.fromString("00000000-0000-7000-8000-000000000000")).execute();
        } catch (ApiException refusal) {
            System.out.println(refusal.getCode() + " " + ApiError.fromJson(refusal.getResponseBody()).getCode());
        }
    }

    private static CompanyCreation company(String taxId) {
        return new CompanyCreation()
            .taxId(taxId)
            .name("Padaria São José Ltda")
            .stateRegistration("110042490114")
            .taxRegime(CompanyTaxRegime.NORMAL)
            .address(new CompanyAddress()
                .street("Avenida Paulista")
                .number("1000")
                .neighborhood("Bela Vista")
                .municipalityCode("3550308")
                .city("São Paulo")
                .state("SP")
                .zipCode("01310100"));
    }
}
