import type { GoodsPayload, ItemInput } from '../../../../domain/documents/payload.ts';
import type { DanfeOptions } from '../../../../domain/pages/danfe/danfe.ts';
import { picture } from '../../../adapters/rendering/picture.ts';
import { exported, exportOf, foreigner, imported, importOf } from '../../documents/check/trade-sales.ts';
import { issuerOf, item, personIn, saleOf, taxpayerIn } from '../../documents/sale.ts';
import { authorizedXml } from './authorized-xml.ts';
import { issuedNote } from './issued-note.ts';

/** A note as it is printed. */
export type Shape = { xml: string; options?: DanfeOptions };

const sold = '35261111222333000181550010000000011630362748';
const logo = picture({ widthPx: 90, heightPx: 40, rgb: [0x1f, 0x6f, 0x8b] });
const landscape = { orientation: 'LANDSCAPE' } as const;
const contributions = { pisSituation: '01', pisRate: '1.65', cofinsSituation: '01', cofinsRate: '7.6' };
const own = { icmsSituation: '00', icmsRate: '18', ...contributions };
const substitution = {
  ...{ icmsSituation: '10', icmsRate: '18', icmsStModBc: '4', icmsStMva: '40', icmsStRate: '18', cest: '2806300' },
  ...contributions,
};
const withIpi = { ipiSituation: '50', ipiRate: '5' };
const large = { quantity: '12345.6789', unitValue: '98765.4321987654' };
const names = [
  'Camiseta de algodão',
  'Calça jeans de corte reto, lavagem escura',
  'Meia',
  'Jaqueta impermeável com capuz',
];

function items(count: number, fields: (index: number) => Partial<ItemInput>): ItemInput[] {
  return Array.from({ length: count }, (_, index) =>
    item({
      code: `REF-${1000 + index}`,
      description: names[index % names.length] ?? '',
      quantity: String(1 + (index % 7)),
      unitValue: String(19.9 + 7 * index),
      ...fields(index),
    }),
  );
}

const onTerm = (count: number, value: string): Partial<GoodsPayload> => ({
  duplicates: Array.from({ length: count }, (_, index) => ({
    dueDate: `${2027 + Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}-10`,
    value,
  })),
  payments: [{ method: 'BANK_SLIP', value: String(count * Number(value)) }],
});
const shipped: Partial<GoodsPayload> = {
  transport: {
    ...{
      freightType: 'SENDER',
      volumeQuantity: 14,
      volumeSpecies: 'CAIXAS',
      vehiclePlate: 'ABC1D23',
      vehicleState: 'SP',
    },
    ...{ volumeGrossWeight: '312.500', volumeNetWeight: '298.000' },
  },
};
const { address } = personIn('RJ');
const deposit = { ...address, document: '11444777000161', name: 'Armazém Geral do Porto Ltda', phone: '2133334444' };

/** Twenty notes of different shapes by name, nearly all of them written by the product. */
export const shapes: Record<string, () => Shape> = {
  'one item': () => ({ xml: issuedNote({ payload: saleOf([item(own)], shipped) }), options: { logo } }),
  'ten items, reform': () => ({
    xml: issuedNote({
      payload: saleOf(
        items(10, () => own),
        onTerm(2, '905.30'),
      ),
    }),
  }),
  'sixty items': () => ({
    xml: issuedNote({
      payload: saleOf(
        items(60, (index) => ({ ...own, additionalInfo: index % 5 ? null : `Grade ${index}, coleção de verão` })),
      ),
    }),
  }),
  'ST and IPI': () => ({
    xml: issuedNote({ payload: saleOf(items(8, (index) => ({ ...(index % 3 ? substitution : own), ...withIpi }))) }),
  }),
  'ST, IPI, discount, large amounts': () => ({
    xml: issuedNote({
      payload: saleOf(items(6, () => ({ ...substitution, ...withIpi, ...large, discount: '1234567.89' }))),
    }),
  }),
  'IPI, freight, discount, cancelled': () => ({
    xml: issuedNote({
      payload: saleOf(
        items(5, () => ({ ...own, ...withIpi, freight: '10', insurance: '2', discount: '3.5' })),
        shipped,
      ),
    }),
    options: { cancelled: { protocol: '135260000999999', at: '2026-12-01T18:00:00-03:00' }, logo },
  }),
  'DIFAL and its fund': () => ({
    xml: issuedNote({
      client: personIn('BA'),
      payload: saleOf(items(4, () => ({ ...own, icmsRate: '7', fcpRate: '2' }))),
    }),
  }),
  'discount of the document': () => ({
    xml: issuedNote({
      payload: saleOf(
        items(12, () => own),
        { discount: '77.70', additionalInfo: 'Pedido 4711.' },
      ),
    }),
  }),
  'return with IPI': () => ({
    xml: issuedNote({
      payload: saleOf(
        [1, 2, 3].map((number) =>
          item({
            ...{ icmsSituation: '00', icmsRate: '18', cfop: '1202', pisSituation: null, cofinsSituation: null },
            referencedItem: { accessKey: sold, number },
            returnedIpi: { percentage: '100', value: '12.5' },
            additionalInfo: 'Veio com defeito de costura',
          }),
        ),
        { purpose: 'RETURN', operationType: 'IN' },
      ),
    }),
  }),
  export: () => ({
    xml: issuedNote({
      client: foreigner,
      payload: exportOf([exported({ drawbacks: ['20260001234'] }), exported()], shipped),
    }),
  }),
  import: () => ({ xml: issuedNote({ client: foreigner, payload: importOf([imported(), imported()]) }) }),
  'services, homologation': () => ({
    xml: authorizedXml({
      ...{ items: 3, environment: '2', issuedAt: '2026-12-01T09:30:00-03:00' },
      extra: {
        total:
          '<ISSQNtot><vServ>100.00</vServ><vBC>100.00</vBC><vISS>5.00</vISS><dCompet>2026-12-01</dCompet></ISSQNtot>',
      },
    }),
  }),
  'Simples Nacional, credit and ST': () => ({
    xml: issuedNote({
      issuer: issuerOf('SIMPLES'),
      payload: saleOf(
        items(6, (index) => ({
          ...(index % 2
            ? { icmsSituation: '101', icmsSnCreditRate: '2.56' }
            : { icmsSituation: '202', icmsStModBc: '4', icmsStMva: '40', icmsStRate: '18', cest: '2806300' }),
        })),
      ),
    }),
  }),
  benefits: () => ({
    xml: issuedNote({
      payload: saleOf([
        item({ icmsSituation: '40', benefitCode: 'SP010010', icmsExemptionReason: '9' }),
        item({ icmsSituation: '20', icmsRate: '18', icmsRedBc: '33.33', icmsExemptionReason: '9' }),
        item({ icmsSituation: '00', icmsRate: '18', fcpRate: '2' }),
      ]),
    }),
  }),
  fuel: () => ({
    xml: issuedNote({
      client: taxpayerIn('SP'),
      payload: saleOf([
        item({
          ...{
            code: 'GC',
            description: 'Gasolina C comum',
            ncm: '27101259',
            unit: 'L',
            quantity: '5000',
            unitValue: '5.899',
          },
          ...{ icmsSituation: '61', cfop: '5655', cest: '0600200' },
          fuel: {
            anpCode: '320102001',
            biodieselPercent: '30',
            origins: [{ imported: false, state: 'SP', percent: '100' }],
          },
        }),
      ]),
    }),
  }),
  'batches, medicine, order, marketplace': () => ({
    xml: issuedNote({
      payload: saleOf(
        [
          item({
            ...own,
            ...{ description: 'Amoxicilina 500 mg, caixa com 21 cápsulas', ncm: '30041012', cest: '1300200' },
            lots: [
              { number: 'AX2210', quantity: '6', manufacturedOn: '2026-01-10', expiresOn: '2028-01-10' },
              { number: 'AX2211', quantity: '4', manufacturedOn: '2026-02-10', expiresOn: '2028-02-10' },
            ],
            medicine: { anvisaCode: '1234567890123', maxPrice: '123.45' },
            purchaseOrder: { number: 'OC-2026-0815', item: 10 },
          }),
        ],
        {
          ...{ presence: '2', purchaseOrder: { number: 'OC-2026-0815', contract: 'CT-77' } },
          marketplace: { taxId: '11444777000161', sellerId: 'minha-loja' },
        },
      ),
    }),
  }),
  'delivery and pickup': () => ({
    xml: issuedNote({
      client: taxpayerIn('RJ'),
      payload: saleOf(
        items(3, () => ({ ...own, icmsRate: '12' })),
        { delivery: deposit, pickup: deposit, ...shipped },
      ),
    }),
  }),
  'twenty-four instalments, long text': () => ({
    xml: issuedNote({
      payload: saleOf([item({ ...own, quantity: '24' })], {
        ...onTerm(24, '100'),
        additionalInfo: 'Entregar das 8 às 12 horas, na doca 3, mediante agendamento com a portaria. '.repeat(40),
      }),
    }),
  }),
  'landscape, ST and IPI': () => ({
    xml: issuedNote({
      payload: saleOf(
        items(9, (index) => ({ ...(index % 2 ? substitution : own), ...withIpi })),
        {
          ...onTerm(2, '1'),
          duplicates: null,
          payments: null,
          ...shipped,
        },
      ),
    }),
    options: { ...landscape, logo },
  }),
  'landscape, every block': () => ({
    xml: authorizedXml({
      ...{ items: 30, instalments: 8, issuedAt: '2026-12-01T09:30:00-03:00' },
      places: ['retirada', 'entrega']
        .map(
          (tag) =>
            `<${tag}><CNPJ>11444777000161</CNPJ><xNome>Armazém Geral do Porto Ltda</xNome><xLgr>Rua do Cais</xLgr><nro>9</nro><xBairro>Porto</xBairro><xMun>Santos</xMun><UF>SP</UF><CEP>11010000</CEP></${tag}>`,
        )
        .join(''),
      extra: {
        total:
          '<ISSQNtot><vServ>100.00</vServ><vBC>100.00</vBC><vISS>5.00</vISS><dCompet>2026-12-01</dCompet></ISSQNtot>',
      },
    }),
    options: landscape,
  }),
};
