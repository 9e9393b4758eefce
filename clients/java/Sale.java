import br.lavra.client.ApiClient;
import br.lavra.client.ApiException;
import br.lavra.client.api.FiscalDocumentsApi;
import br.lavra.client.model.*;
import java.util.List;

/** Issues one note with the client that openapi-generator makes: `java -cp … Sale http://127.0.0.1:3000 ck_… sale-1`. */
public class Sale {
    public static void main(String[] args) throws Exception {
        ApiClient client = new ApiClient();
        client.setBasePath(args[0]);
        client.setBearerToken(args[1]);
        FiscalDocumentsApi documents = new FiscalDocumentsApi(client);

        // The key is made of your own sale: repeated, it brings the same document.
        FiscalDocumentCreated created =
            documents.createFiscalDocument(sale(args[2])).idempotencyKey(args[2]).execute();

        FiscalDocumentDetail note = documents.getFiscalDocument(created.getId()).execute();
        while (note.getStatus() == DocumentStatus.PROCESSING) {
            Thread.sleep(500);
            note = documents.getFiscalDocument(created.getId()).execute();
        }
        System.out.println(note.getStatus() + " " + note.getAccessKey());
        System.out.println("tax rule: " + note.getItems().get(0).getTaxedBy().getTaxRule());

        FiscalDocumentList list = documents.listFiscalDocuments().environment("ALL").externalId(args[2]).execute();
        System.out.println("listed: " + list.getData().size() + " of " + list.getMeta().getTotal());

        try {
            documents.getFiscalDocument("00000000-0000-7000-8000-000000000000").execute();
        } catch (ApiException refusal) {
            System.out.println(refusal.getCode() + " " + ApiError.fromJson(refusal.getResponseBody()).getCode());
        }
    }

    private static FiscalDocumentCreation sale(String externalId) {
        return new FiscalDocumentCreation()
            .type(DocumentType.NFE)
            .emit(true)
            .externalId(externalId)
            .operationNature("Venda de mercadoria")
            .client(new DocumentClientInput()
                .name("Comercial São João Ltda")
                .document("04252011000110")
                .stateRegistration("149626224113")
                .zipCode("01001000")
                .street("Praça da Sé")
                .number("100")
                .neighborhood("Sé")
                .city("São Paulo")
                .state("SP")
                .municipalityCode("3550308"))
            .items(List.of(new DocumentItemInput()
                .code("CAFE-500")
                .description("Café torrado em grãos, 500 g")
                .ncm("09012100")
                .quantity(new QuantityInput("3"))
                .unitValue(new UnitValueInput("39.90"))))
            .payments(List.of(new DocumentPaymentInput()
                .method(PaymentMethod.PIX)
                .value(new RequiredMoneyInput("119.70"))));
    }
}
