import type { Element } from '../../xml/element.ts';
import { amount } from '../../rules/amount.ts';
import { child, textOf } from '../../xml/element.ts';
import type { NfseKey } from '../key.ts';
import { nfseKey } from '../key.ts';
import type { Dps } from '../read-dps.ts';
import { dpsInside, identifierOf } from '../read-dps.ts';
import type { DpsContext, NfseRule, RegisteredNote } from './rule.ts';
import { isOneOf, isPast, onlyIf, rule } from './rule.ts';

/** Entry into the Simples Nacional and exit from it, which know no deadline. */
const timeless = ['01', '02'];
const other = '99';
/** By taker and intermediary. */
const confirmations = ['203202', '204203'];

/** Group subst: the note that this one takes the place of. */
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

/** Rules about the substituted note, which say nothing where there is none. */
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
