import type { DoubtCode, Issue } from '../../errors.ts';
import { decimal } from '../../money.ts';
import type { TaxFieldName, TaxSource } from '../../taxation/fields.ts';
import { cfopOf } from '../../taxation/cfop.ts';
import { importedOrigins } from '../../taxation/icms/difal.ts';
import { levelsInWords } from '../../taxation/levels/records.ts';
import type { ComputedItem, ComputedNote } from '../computed-note.ts';
import type { ComputedService } from '../computed-service.ts';

/** Something that may be a mistake, with the kind of doubt. */
export type IssueInDoubt = Issue & { doubtCode: DoubtCode };

/**
 * Lines that charge a tax although their CFOP is of no sale, where the tax comes from a level that speaks of sales in general (company, product or
 * table); and what is wrong on any outgoing note. Texts are in Portuguese, for people. No doubt keeps a note from being issued, unless its company
 * wants so.
 */
export function lineDoubts(note: ComputedNote): IssueInDoubt[] {
  if (note.purpose !== 'NORMAL') return [];
  return note.items.flatMap((item, index) =>
    [...natureDoubts(item, note), ...(note.operationType === 'OUT' ? exitDoubts(item, note) : [])].map(
      ({ field, message, doubtCode }) => ({ path: `items[${index}].${field}`, message, doubtCode }),
    ),
  );
}

/**
 * A doubt about contributions that a service withholds by a code that should no longer be used (NT SE/CGNFS-e 007 of 2026-02-07): 1 and 2 do not tell
 * whether CSLL is withheld.
 */
export function serviceDoubts({ fields: { pisCofinsWithholding: code } }: ComputedService): IssueInDoubt[] {
  if (code !== '1' && code !== '2') return [];
  const instead = code === '1' ? '3 com CSLL, 4 sem ela' : '0 sem retenção, 8 só com CSLL';
  const message = `O código ${code} não deve mais ser usado, pois não diz se a CSLL é retida (NT SE/CGNFS-e 007): informe ${instead}.`;
  return [{ path: 'items[0].pisCofinsWithholding', message, doubtCode: 'unclear_withholding' }];
}

type Doubt = { field: TaxFieldName | 'unitValue'; message: string; doubtCode: DoubtCode };

/**
 * A kind of operation that is no sale; it is found by the last three digits of the CFOP, or for an export by the first (table of CFOP of the portal,
 * IT 2023.002).
 */
type Nature = {
  inWords: string;
  /** The class of IBS and CBS made for this kind (table of classes of 2026-10-08); absent where there is none for it alone. */
  classification?: string;
  /** What is usual for a tax, where a law says so. */
  usual?: { [Each in ChargedTax['field']]?: string };
  doubtCode?: DoubtCode;
};

const transfer: Nature = { inWords: 'uma transferência entre estabelecimentos', classification: '410002' };
const gift: Nature = {
  inWords: 'uma bonificação, doação ou brinde',
  classification: '410001 (bonificação) ou 410003 (doação)',
};
const other: Nature = { inWords: 'uma operação sem venda' };

const natures: ReadonlyMap<string, Nature> = new Map([
  ...['151', '152', '153', '155', '156', '408', '409', '552', '557'].map((cfop): [string, Nature] => [cfop, transfer]),
  ['901', { inWords: 'uma remessa para industrialização' }],
  ['902', { inWords: 'um retorno de industrialização' }],
  ['905', { inWords: 'uma remessa para depósito' }],
  ['908', { inWords: 'uma remessa em comodato' }],
  ['910', gift],
  ['911', { inWords: 'uma amostra grátis' }],
  ['912', { inWords: 'uma remessa para demonstração' }],
  ['914', { inWords: 'uma remessa para exposição ou feira' }],
  ['915', { inWords: 'uma remessa para conserto' }],
  ['916', { inWords: 'um retorno de conserto' }],
  ['920', { inWords: 'uma remessa de vasilhame' }],
  ['949', other],
]);
const abroad: Nature = { inWords: 'uma exportação', classification: '410004' };

const noCredit =
  'quem compra de pessoa física não tem crédito (Leis 10.637/2002 e 10.833/2003, art. 3º, § 3º, I), em regra CST 70';
/**
 * A purchase from a person without any registration, who owes neither ICMS (LC 87/1996 art. 4) nor IBS and CBS; the buyer has no credit of PIS and
 * COFINS. The classes are of three cases of LC 214/2025 (arts. 164, 170 and 171; table of 2026-10-08); for other purchases no text names the class.
 */
const fromPerson: Nature = {
  inWords: 'uma compra, e quem vende é uma pessoa física sem inscrição',
  doubtCode: 'purchase_from_person',
  classification:
    '410017 (bem usado para revenda), 410014 (produtor rural não contribuinte) ou 410016 (resíduos), conforme o caso',
  usual: {
    icmsSituation: 'quem vende não é contribuinte (LC 87/1996, art. 4º), em regra CST 41',
    pisSituation: noCredit,
    cofinsSituation: noCredit,
  },
};

/** What kind of operation a CFOP is; undefined for a sale, and for an import, whose taxes are due whatever it is for. */
function natureOf(cfop: string, { operationType, recipient }: ComputedNote): Nature | undefined {
  if (cfop.startsWith('3')) return undefined;
  const isPerson = recipient?.documentType === 'CPF' && !recipient.stateRegistration;
  if (operationType === 'IN' && isPerson && cfopOf(cfop)?.kind === 'purchase') return fromPerson;
  return cfop.startsWith('7') ? abroad : natures.get(cfop.slice(1));
}

/** Levels that speak of sales in general, not of this operation. */
const general: ReadonlySet<TaxSource> = new Set(['COMPANY', 'PRODUCT', 'TABLE']);

function natureDoubts(item: ComputedItem, note: ComputedNote): Doubt[] {
  const nature = natureOf(item.cfop, note);
  if (!nature) return [];
  return chargedTaxes(item).flatMap(({ tax, field, mend }) => {
    const source = item.taxation[field]?.source;
    if (source === undefined || !general.has(source)) return [];
    const message = `O CFOP ${item.cfop} é de ${nature.inWords}, e o item ${item.number} cobra ${tax} porque ${levelsInWords[source]} o diz, como nas vendas: ${mend(nature)}.`;
    return [{ field, message, doubtCode: nature.doubtCode ?? 'taxed_as_sale' }];
  });
}

type ChargedTax = {
  tax: string;
  field: 'icmsSituation' | 'ipiSituation' | 'pisSituation' | 'cofinsSituation' | 'ibsCbsClassification';
  mend: (nature: Nature) => string;
};

function chargedTaxes({ icms, ipi, pis, cofins, ibsCbs }: ComputedItem): ChargedTax[] {
  const say =
    (name: ChargedTax['field']) =>
    ({ usual = {} }: Nature): string =>
      `${usual[name] ? `${usual[name]}; ` : ''}informe ${name} no item (o que o item diz não é posto em dúvida), conforme a contabilidade`;
  const taxes: (ChargedTax & { isCharged: boolean })[] = [
    { tax: 'ICMS', field: 'icmsSituation', isCharged: isAmount(icms?.value), mend: say('icmsSituation') },
    { tax: 'IPI', field: 'ipiSituation', isCharged: isAmount(ipi?.value), mend: say('ipiSituation') },
    { tax: 'PIS', field: 'pisSituation', isCharged: isAmount(pis?.value), mend: say('pisSituation') },
    { tax: 'COFINS', field: 'cofinsSituation', isCharged: isAmount(cofins?.value), mend: say('cofinsSituation') },
    {
      ...{ tax: 'IBS e CBS', field: 'ibsCbsClassification' },
      isCharged: isAmount(ibsCbs?.amounts?.ibsValue) || isAmount(ibsCbs?.amounts?.cbsValue),
      mend: (nature) =>
        nature.classification
          ? `a classe feita para ela é ${nature.classification}; informe ibsCbsClassification no item`
          : say('ibsCbsClassification')(nature),
    },
  ];
  return taxes.filter(({ isCharged }) => isCharged);
}

function isAmount(text: string | null | undefined): boolean {
  return !!text && !decimal(text).isZero();
}

/** CST of PIS and COFINS for purchases and other entries. */
const contributionsOfEntries = /^(5\d|6\d|7[0-5]|98)$/;
/** CST of IPI for entries. */
const ipiOfEntries = /^(0[0-5]|49)$/;

/** What is wrong on any outgoing note, whichever level gives it. */
function exitDoubts(item: ComputedItem, { recipient }: ComputedNote): Doubt[] {
  const { icms, ipi, pis, cofins, cfop, unitValue } = item;
  const doubts: (Doubt & { isHere: boolean })[] = [
    {
      field: 'pisSituation',
      doubtCode: 'contribution_of_entries',
      isHere: contributionsOfEntries.test(pis?.situation ?? ''),
      message: `O CST ${pis?.situation} do PIS é de entradas, e esta nota é de saída: informe um de 01 a 49, ou 99.`,
    },
    {
      field: 'cofinsSituation',
      doubtCode: 'contribution_of_entries',
      isHere: contributionsOfEntries.test(cofins?.situation ?? ''),
      message: `O CST ${cofins?.situation} da COFINS é de entradas, e esta nota é de saída: informe um de 01 a 49, ou 99.`,
    },
    {
      field: 'ipiSituation',
      doubtCode: 'ipi_of_entries',
      isHere: ipiOfEntries.test(ipi?.situation ?? ''),
      message: `O CST ${ipi?.situation} do IPI é de entradas, e esta nota é de saída: informe um de 50 a 55, ou 99.`,
    },
    {
      field: 'cfop',
      doubtCode: 'cfop_of_non_contributor',
      isHere: /^610[78]$/.test(cfop) && recipient?.taxpayerType === 'CONTRIBUINTE',
      message: `O CFOP ${cfop} é de venda a não contribuinte, e o destinatário é contribuinte do ICMS: confira qual dos dois está certo.`,
    },
    {
      field: 'icmsOrigin',
      doubtCode: 'rate_of_imported_goods',
      isHere: cfop.startsWith('6') && isRate(icms?.rate, '4') && !importedOrigins.has(icms?.origin ?? ''),
      message: `A alíquota de 4 % é de mercadoria importada (origem 1, 2, 3 ou 8), e a origem do item é ${icms?.origin}.`,
    },
    {
      field: 'icmsRate',
      doubtCode: 'full_taxation_at_zero',
      isHere: icms?.situation === '00' && isRate(icms.rate, '0'),
      message:
        'O CST 00 é de tributação integral, e a alíquota é 0 %: se não há ICMS, use o CST que diz por quê (40, 41, 50).',
    },
    {
      field: 'unitValue',
      doubtCode: 'without_price',
      isHere: decimal(unitValue).isZero(),
      message: 'O item está sem preço: confira, pois a nota sai com valor zero nele.',
    },
  ];
  return doubts.flatMap(({ isHere, ...doubt }) => (isHere ? [doubt] : []));
}

function isRate(text: string | null | undefined, rate: string): boolean {
  return !!text && decimal(text).eq(rate);
}
