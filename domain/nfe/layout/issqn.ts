import type { ComputedNote, IssqnTotals } from '../../documents/computed-note.ts';
import { issEnforceability, type IssqnAmounts, issRegimes } from '../../taxation/issqn.ts';
import { field, group } from '../../xml/writer.ts';
import { countryCode } from '../../country-code.ts';

/** cMun of a service that is rendered abroad; its country is in cPais (MOC 7.0 Anexo I, U14 and U15). */
const outsideTheCountry = '9999999';

/** Group U: ISSQN of one line, in place of ICMS and IPI. */
export function layoutIssqn(issqn: IssqnAmounts): string {
  return group(
    'ISSQN', // U01
    field('vBC', issqn.base), // U02
    field('vAliq', issqn.rate), // U03
    field('vISSQN', issqn.value), // U04
    field('cMunFG', issqn.municipalityCode), // U05
    field('cListServ', issqn.serviceCode), // U06
    field('vDeducao', issqn.deduction), // U07
    field('vOutro', issqn.otherWithholdings), // U08
    field('vDescIncond', issqn.unconditionalDiscount), // U09
    field('vDescCond', issqn.conditionalDiscount), // U10
    field('vISSRet', issqn.withheld), // U11
    field('indISS', issEnforceability[issqn.enforceability]), // U12
    field('cServico', issqn.municipalServiceCode), // U13
    field('cMun', issqn.country ? outsideTheCountry : issqn.incidenceMunicipalityCode), // U14
    field('cPais', issqn.country && countryCode(issqn.country)), // U15
    field('nProcesso', issqn.suspensionProcess), // U16
    field('indIncentivo', issqn.hasIncentive ? '1' : '2'), // U17
  );
}

/** ISSQNtot (W17). The layout has no zeros in it, so that amounts of zero are left out. */
export function layoutIssqnTotal(
  totals: IssqnTotals,
  { performedOn, municipalRegime: regime }: NonNullable<ComputedNote['issqn']>,
): string {
  const amount = (name: string, value: string) => field(name, value === '0.00' ? null : value);
  return group(
    'ISSQNtot', // W17
    amount('vServ', totals.services), // W18
    amount('vBC', totals.base), // W19
    amount('vISS', totals.value), // W20
    amount('vPIS', totals.pis), // W21
    amount('vCOFINS', totals.cofins), // W22
    field('dCompet', performedOn), // W22a
    amount('vDeducao', totals.deduction), // W22b
    amount('vOutro', totals.otherWithholdings), // W22c
    amount('vDescIncond', totals.unconditionalDiscount), // W22d
    amount('vDescCond', totals.conditionalDiscount), // W22e
    amount('vISSRet', totals.withheld), // W22f
    field('cRegTrib', regime && issRegimes[regime]), // W22g
  );
}
