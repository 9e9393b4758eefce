import { amount } from '../../rules/amount.ts';
import { child, type Element, textOf } from '../../xml/element.ts';
import { type NfseKey, nfseKey } from '../key.ts';
import { isActive } from '../places.ts';
import { type Dps, dpsInside, identifierOf, isMei } from '../read-dps.ts';
import { type DpsContext, has, isOneOf, isPast, type NfseRule, onlyIf, type RegisteredNote, rule } from './rule.ts';

const version = '1.01';
/** The last series of taxpayers' own programs; higher ones belong to the authority's. */
const lastOwnSeries = 49999;

/** What a DPS is: version, identifier, dates, series, city. */
export const identificationRules: readonly NfseRule[] = [
  rule('E0001', ({ versao }) => versao !== version),
  rule('E0004', (dps) => dps.id !== composedId(dps)),
  rule('E0006', ({ infDPS }, { environment }) => textOf(infDPS, 'tpAmb') !== String(environment)),
  rule('E0008', ({ infDPS }, { at }) => Date.parse(textOf(infDPS, 'dhEmi') ?? '') > at.getTime()),
  rule('E0010', ({ infDPS }) => Number(textOf(infDPS, 'serie')) < 1 || Number(textOf(infDPS, 'serie')) > lastOwnSeries),
  rule('E0014', ({ id }, context) => context.keyOf(id) !== undefined),
  rule('E0015', ({ infDPS, dCompet }) => dCompet > (textOf(infDPS, 'dhEmi') ?? '').slice(0, 10)),
  ...onlyIf(
    (dps) => !isMei(dps),
    [
      rule('E0016', ({ cLocEmi, dCompet }, { cities }) => {
        const city = cities.of(cLocEmi);
        return city?.agreement?.active === true && !isActive(city, dCompet);
      }),
    ],
  ),
  rule('E0029', ({ infDPS }) => has(infDPS, 'cMotivoEmisTI')),
  rule('E0034', ({ infDPS }) => has(infDPS, 'chNFSeRej')),
  ...onlyIf(
    (dps) => !isMei(dps),
    [
      rule('E0037', ({ cLocEmi }, { cities }) => !cities.of(cLocEmi)?.agreement),
      rule('E0038', ({ cLocEmi }, { cities }) => cities.of(cLocEmi)?.agreement?.active === false),
    ],
  ),
];

/** The identifier that the fields of a DPS make up. */
function composedId({ infDPS, prest, cLocEmi }: Dps): string {
  const cnpj = textOf(prest, 'CNPJ');
  const issuer = cnpj === undefined ? `1${(textOf(prest, 'CPF') ?? '').padStart(14, '0')}` : `2${cnpj}`;
  const series = textOf(infDPS, 'serie')?.padStart(5, '0');
  const number = textOf(infDPS, 'nDPS')?.padStart(15, '0');
  return `DPS${cLocEmi}${issuer}${series}${number}`;
}

/** Whether the taker or the intermediary is the issuer, which SEFIN does not support (observed: E9996). */
export function isIssuedByAnother({ infDPS }: Dps): boolean {
  return child(infDPS, 'tpEmit')?.text !== '1';
}

/** Substitutions for entry into the Simples Nacional, or exit from it, which have no deadline. */
const timeless = ['01', '02'];
const other = '99';
/** Confirmations by taker and intermediary. */
const confirmations = ['203202', '204203'];

/** Group subst: the note that this one replaces. */
export const substitutionRules: readonly NfseRule[] = onlyIf(
  ({ infDPS }) => child(infDPS, 'subst') !== undefined,
  [
    rule('E0042', (dps) => {
      const key = keyOf(dps);
      return key === undefined || key.cMun + key.issuer !== dps.id.slice(3, 25);
    }),
    ...onlyIf(
      (dps) => keyOf(dps) !== undefined,
      [
        rule('E0044', (dps, context) => substituted(dps, context) === undefined),
        rule('E0046', (dps, context) => substituted(dps, context)?.ended === true),
      ],
    ),
    ...aboutNote([
      [
        'E0050',
        (dps, nfse, { at, cities }) => {
          const deadline = cities.of(dps.cLocEmi)?.cancellation.deadlineDays ?? null;
          return !isOneOf(subst(dps), 'cMotivo', ...timeless) && isPast(deadline, nfse, at);
        },
      ],
      [
        'E0056',
        (dps, nfse, { cities }) =>
          cities.of(dps.cLocEmi)?.cancellation.requiresTaker === true &&
          identifierOf(dpsInside(nfse)?.toma) === undefined,
      ],
      ['E0060', (dps, nfse) => dps.opSimpNac === '1' && differs(dps, nfse, whatStays)],
      ['E0061', (dps, nfse) => dps.opSimpNac !== '1' && differs(dps, nfse, whatStaysInSimples)],
    ]),
    rule('E0065', (dps) => keyOf(dps)?.ambGer === '1'),
    ...onlyIf(
      (dps) => keyOf(dps) !== undefined,
      [
        rule('E0068', (dps, context) => events(dps, context).includes('101103')),
        rule('E0070', (dps, context) => events(dps, context).some((type) => confirmations.includes(type))),
      ],
    ),
    rule('E0078', (dps) => isOneOf(subst(dps), 'cMotivo', other) && child(subst(dps), 'xMotivo') === undefined),
  ],
);

type AboutNote = (dps: Dps, nfse: Element, context: DpsContext) => boolean;

/** Rules about the replaced note, which do not apply if there is none. */
function aboutNote(rules: readonly (readonly [NfseRule['code'], AboutNote])[]): NfseRule[] {
  return rules.map(([code, broken]) =>
    rule(code, (dps, context) => {
      const found = substituted(dps, context);
      return found !== undefined && broken(dps, found.nfse, context);
    }),
  );
}

function subst({ infDPS }: Dps): Element | undefined {
  return child(infDPS, 'subst');
}

function keyOf(dps: Dps): NfseKey | undefined {
  return nfseKey(textOf(subst(dps), 'chSubstda') ?? '');
}

function substituted(dps: Dps, context: DpsContext): RegisteredNote | undefined {
  return context.note(textOf(subst(dps), 'chSubstda') ?? '');
}

function events(dps: Dps, context: DpsContext): readonly string[] {
  return substituted(dps, context)?.events ?? [];
}

function differs(dps: Dps, nfse: Element, facts: (dps: Dps) => readonly unknown[]): boolean {
  const before = dpsInside(nfse);
  return before !== undefined && facts(before).join('|') !== facts(dps).join('|');
}

function whatStays({ dCompet, cTribNac, serv }: Dps): readonly unknown[] {
  const place = child(serv, 'locPrest')?.children[0];
  return [dCompet, cTribNac, textOf(serv, 'cServ', 'cTribMun'), place?.name, place?.text];
}

function whatStaysInSimples({ toma, dCompet, valores }: Dps): readonly unknown[] {
  return [identifierOf(toma), dCompet, amount(valores, 'vServPrest', 'vServ').toFixed(2)];
}
