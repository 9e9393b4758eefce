import { costOfContradiction, isInRegister, regimeContradiction } from '../../companies/receita-regime.ts';
import type { Issue } from '../../errors.ts';
import { fiscalDay } from '../../fiscal-time.ts';
import { firstDayInWords, inForce } from '../../law-calendar.ts';
import { isCheckedBy } from '../../taxation/benefits/check.ts';
import { benefitSituations, benefitsOf, noBenefitCode } from '../../taxation/benefits/codes.ts';
import { substitutionDoubt } from '../../taxation/check-cfop.ts';
import type { EndedTax } from '../../taxation/ended-taxes.ts';
import type { TaxFieldName } from '../../taxation/fields.ts';
import { icmsSituations } from '../../taxation/icms/situations.ts';
import { type LawTables, shippedLawTables } from '../../taxation/law-tables.ts';
import { levelsInWords } from '../../taxation/levels/records.ts';
import type { ComputedItem, ComputedNote } from '../computed-note.ts';
import type { ComputedService } from '../computed-service.ts';
import type { GoodsPayload } from '../payload.ts';
import { lineDoubts, serviceDoubts } from './doubts.ts';

/** CST of IBS and CBS for a transfer of credit. */
const transferOfCredit = '800';

/** Warnings about what is issued but may not be what the caller meant, each with the caller's field. In Portuguese, for people. */
export function noteWarnings(note: ComputedNote, payload: GoodsPayload, moment: WarnedAt = {}): Issue[] {
  return [
    ...note.items.flatMap((item, index) => silentRule(item, note, payload, index)),
    ...benefitWarnings(note, moment),
    ...note.items.flatMap((item, index) => substitutionWarnings(item, index)),
    ...recipientWarnings(note),
    ...placeWarnings(note),
    ...plateWarnings(note, payload),
    ...paymentWarnings(note),
    ...periodWarnings(note),
    ...issuerWarnings(note, moment),
    ...endedTaxWarnings(note),
    ...simplesWarnings(note),
    ...lineDoubts(note),
  ];
}

/** The same for a service. */
export function serviceWarnings(service: ComputedService): Issue[] {
  return [...endedContributions(service), ...serviceDoubts(service)];
}

/**
 * Records and company still give PIS and COFINS, which have ended: one warning for the whole service. The law prevails, and nothing has to be edited.
 */
function endedContributions({ items }: ComputedService): Issue[] {
  const sources = items.flatMap(({ endedContributions: source }, index) => (source ? [{ source, index }] : []));
  const [first] = sources;
  if (!first) return [];
  const inWords = [...new Set(sources.map(({ source }) => levelsInWords[source]))].join(', ');
  const message =
    `O PIS e a COFINS acabaram em 31/12/2026 (LC 214/2025, art. 542): o que ${inWords} diz deles foi ignorado, e a DPS sai sem eles (E1530). ` +
    'A CSLL retida continua. Nada precisa ser editado.';
  return [{ path: `items[${first.index}].pisCofinsCst`, message }];
}

/** A tax rule applies to the line but has no sub-rule for it. */
function silentRule(item: ComputedItem, note: ComputedNote, payload: GoodsPayload, index: number): Issue[] {
  const rule = item.taxedBy?.taxRule;
  if (!rule || rule.subRule !== null) return [];
  const own = payload.items[index]?.taxRuleId ? 'taxRuleId' : 'productId';
  const path = own === 'productId' && payload.taxRuleId ? 'taxRuleId' : `items[${index}].${own}`;
  const state = stateInWords(note);
  const client = [note.recipient?.taxpayerType, note.finalConsumer ? 'CONSUMIDOR_FINAL' : '']
    .filter(Boolean)
    .join(', ');
  const message =
    `A regra "${rule.name}" não tem sub-regra para este caso (${client}, ${state}, CFOP ${item.cfop}): ` +
    `os impostos do item ${item.number} vieram dos níveis abaixo dela.`;
  return [{ path, message }];
}

/** The state by which sub-rules are chosen, in words. */
function stateInWords({ destination, operationType, delivery, pickup, recipient }: ComputedNote): string {
  if (destination === '3') return 'EX';
  const farState = (operationType === 'OUT' ? delivery : pickup)?.state ?? recipient?.address?.state;
  return (destination === '2' && farState) || 'UF do emitente';
}

/**
 * A class of IBS and CBS has no effect, because both taxes are part of Simples and the activity or the company's rates are missing: one warning for
 * the whole note.
 */
function simplesWarnings({ items, issuer: { settings } }: ComputedNote): Issue[] {
  const silent = items.find(({ taxation, ibsCbs, simples }) => taxation.ibsCbsClassification && !ibsCbs && !simples);
  if (!silent) return [];
  if (settings.taxRegime === 'MEI') {
    const message = 'De 2027 em diante o MEI paga IBS e CBS no valor fixo do mês: a nota sai sem eles.';
    return [{ path: `items[${silent.number - 1}].ibsCbsClassification`, message }];
  }
  const isUnsaid = !silent.taxation.simplesActivity;
  const missing = isUnsaid
    ? 'a atividade (simplesActivity) no item, no produto, na regra ou na empresa'
    : 'as alíquotas efetivas da empresa, com "lavra company set --simples-ibs-rate" e "--simples-cbs-rate"';
  const message = `De 2027 em diante o IBS e a CBS de quem está no Simples são parte dele, e a nota sai sem os valores: informe ${missing}.`;
  return [{ path: isUnsaid ? `items[${silent.number - 1}].simplesActivity` : 'company.simplesCbsRate', message }];
}

function recipientWarnings({ model, recipient }: ComputedNote): Issue[] {
  if (model === '65' || !recipient || recipient.address) return [];
  const message =
    'O destinatário está sem endereço: a operação foi tida por interna e a SEFAZ pode recusar a nota (726).';
  return [{ path: 'client', message }];
}

/** A warning for tests in homologation: the authority looks up invented recipients in the register of the Receita (NT 2026.007, 12E02). */
export function homologationWarnings(
  { issuer, recipient }: ComputedNote,
  { on = new Date(), rates }: WarnedAt = {},
): Issue[] {
  const { environment, settings } = issuer;
  if (environment !== 'HOMOLOGATION' || recipient?.documentType !== 'CNPJ') return [];
  const about = { environment, date: fiscalDay(on, settings.address.state) };
  if (!inForce('REGISTERS_OF_PARTIES', about, rates?.calendar)) return [];
  const message =
    'Também em homologação a SEFAZ procura o CNPJ do destinatário na Receita e recusa um inventado (181): teste com um CPF, ou com um CNPJ real e ativo.';
  return [{ path: 'client', message }];
}

function substitutionWarnings({ cfop, icms }: ComputedItem, index: number): Issue[] {
  const message = substitutionDoubt(cfop, icms?.situation ?? '');
  return message === null ? [] : [{ path: `items[${index}].cfop`, message }];
}

/** Goods leave from, or on an entry arrive in, another state than the issuer's, where it usually needs a registration. */
function placeWarnings({ issuer, operationType, pickup, delivery }: ComputedNote): Issue[] {
  const [path, place] = operationType === 'OUT' ? (['pickup', pickup] as const) : (['delivery', delivery] as const);
  if (!place?.state || place.state === issuer.settings.address.state) return [];
  const message = `O destino, o CFOP e as alíquotas seguem o caminho da mercadoria, que não passa pela UF da empresa, mas por ${place.state}.`;
  return [{ path, message }];
}

function plateWarnings({ destination }: ComputedNote, { transport }: GoodsPayload): Issue[] {
  if (destination !== '2' || !transport?.vehiclePlate) return [];
  const message = 'A placa fica no registro e fora do XML: a SEFAZ a recusa em operação interestadual (868).';
  return [{ path: 'transport.vehiclePlate', message }];
}

function paymentWarnings({ payments, purpose }: ComputedNote): Issue[] {
  const isUncharged = payments.every(({ method }) => method === 'NO_PAYMENT');
  if (!isUncharged || purpose !== 'NORMAL') return [];
  const message = 'Sem payments nem duplicates, a nota sai como sem pagamento (tPag 90).';
  return [{ path: 'payments', message }];
}

/** The registers of the authority may contradict the issuer (NT 2026.007 v1.10). */
function issuerWarnings({ model, issuer }: ComputedNote, { on = new Date(), rates }: WarnedAt): Issue[] {
  const { taxId, settings, environment } = issuer;
  const calendar = rates?.calendar;
  const about = { environment, date: fiscalDay(on, settings.address.state) };
  const isEarly = !inForce('NOTES_WITHOUT_STATE_REGISTRATION', about, calendar);
  const first = firstDayInWords('NOTES_WITHOUT_STATE_REGISTRATION', environment, calendar);
  const contradiction = isInRegister(taxId) ? regimeContradiction(settings) : null;
  return [
    ...(model === '55' && !settings.stateRegistration && isEarly
      ? [
          {
            path: 'company.stateRegistration',
            message: `A SEFAZ Virtual do RS só autoriza NF-e sem inscrição estadual ${first}: antes disso a recusa (229).`,
          },
        ]
      : []),
    ...(contradiction === null
      ? []
      : [
          {
            path: 'company.taxRegime',
            message: `${contradiction} ${costOfContradiction(environment, about.date, calendar)}`,
          },
        ]),
  ];
}

function periodWarnings({ items }: ComputedNote): Issue[] {
  return items.flatMap(({ ibsCbs }, index) => {
    if (ibsCbs?.situation !== transferOfCredit || !ibsCbs.adjustment?.period) return [];
    const message = 'O mês fica no registro e fora do XML: a transferência de crédito (gTransfCred) não tem período.';
    return [{ path: `items[${index}].adjustment.period`, message }];
  });
}

/** Records and company still give taxes that have ended: one warning for the whole note. The law prevails, and nothing has to be edited. */
function endedTaxWarnings({ items }: ComputedNote): Issue[] {
  return endings.flatMap(({ tax, isCharged, field, inWords }) => {
    const ended = items.flatMap(({ endedTaxes = [] }, index) =>
      endedTaxes.flatMap((each) => (each.tax === tax && each.isCharged === isCharged ? [{ ...each, index }] : [])),
    );
    const [first] = ended;
    if (!first) return [];
    const sources = [...new Set(ended.map(({ source }) => levelsInWords[source]))].join(', ');
    return [{ path: `items[${first.index}].${field}`, message: inWords(ended.length, sources) }];
  });
}

type Ending = EndedTaxKind & { field: TaxFieldName; inWords: (items: number, sources: string) => string };
type EndedTaxKind = Pick<EndedTax, 'tax' | 'isCharged'>;

const endings: readonly Ending[] = [
  {
    tax: 'PIS_COFINS',
    isCharged: false,
    field: 'pisSituation',
    inWords: (items, sources) =>
      `O PIS e a COFINS acabaram em 31/12/2026 (LC 214/2025, art. 542): o que ${sources} diz deles foi ignorado em ${itemsInWords(items)}, ` +
      'e a nota sai sem os dois grupos. Nada precisa ser editado.',
  },
  {
    tax: 'IPI',
    isCharged: false,
    field: 'ipiSituation',
    inWords: (items, sources) =>
      `Desde 01/01/2027 o IPI tem alíquota zero, salvo nos produtos que concorrem com os da Zona Franca de Manaus: o que ${sources} cobra ` +
      `foi zerado em ${itemsInWords(items)}. Se o NCM está entre as exceções, quem opera o Lavra o acrescenta na tabela ipi de LAVRA_RATES.`,
  },
  {
    tax: 'IPI',
    isCharged: true,
    field: 'ipiSituation',
    inWords: (items) =>
      `Desde 01/01/2027 o IPI tem alíquota zero, salvo nos produtos que concorrem com os da Zona Franca de Manaus: ${itemsInWords(items)} ` +
      'o cobra porque o próprio item o diz. Confira se o NCM está entre as exceções.',
  },
];

function itemsInWords(items: number): string {
  return items === 1 ? '1 item' : `${items} itens`;
}

/** The moment and tables by which a note is checked: where absent, now and the tables that this version ships. */
type WarnedAt = { on?: Date; rates?: LawTables };

/** A state may demand something for ICMS that is not charged, and only the state knows whether it does. */
function benefitWarnings(note: ComputedNote, { on = new Date(), rates = shippedLawTables }: WarnedAt): Issue[] {
  const { state } = note.issuer.settings.address;
  const wanted = wantsBenefits(note, state, { on, rates });
  const mayWantRetention = benefitsOf({ issuerState: state, rates })?.retainedSt === undefined;
  return note.items.flatMap((item, index) => [
    ...(wanted ? unsaidBenefit(item, state, `items[${index}].benefitCode`) : []),
    ...(mayWantRetention ? unsaidRetention(item, note, `items[${index}].retainedSt`) : []),
  ]);
}

/**
 * Whether the state demands benefit codes (rule N12-85, 930) while its list is not in the tables, so that it is not known which situations have a
 * code.
 */
function wantsBenefits(note: ComputedNote, issuerState: string, { on, rates }: Required<WarnedAt>): boolean {
  const { model, operationType: direction, purpose, destination } = note;
  if (benefitsOf({ issuerState, rates })?.codes) return false;
  return isCheckedBy('930', { issuerState, model, direction, purpose, destination, date: fiscalDay(on, issuerState) });
}

function unsaidBenefit({ icms, benefitCode }: ComputedItem, state: string, path: string): Issue[] {
  const situation = icms?.situation ?? '';
  if (benefitCode || !benefitSituations.has(situation)) return [];
  const message =
    `${state} exige o código do benefício fiscal em operações com o CST ${situation} e pode recusar a nota (rejeição 930): ` +
    `informe benefitCode, que é ${noBenefitCode} onde não há benefício.`;
  return [{ path, message }];
}

/** Retained ICMS-ST is missing, which some states demand (rejection 938); not all of those are known. */
function unsaidRetention({ icms }: ComputedItem, { model, finalConsumer }: ComputedNote, path: string): Issue[] {
  const isCollected = icmsSituations.get(icms?.situation ?? '')?.isCollected;
  if (model === '65' || finalConsumer || !isCollected || icms?.retainedStBase) return [];
  const message =
    'Alguns estados exigem o ICMS-ST retido antes (rejeição 938): se o da empresa exige, informe retainedSt, da nota de compra.';
  return [{ path, message }];
}
