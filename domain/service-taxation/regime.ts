import type { TaxRegime } from '../taxation/operation.ts';

/** An issuer's position in Simples and in its municipality (group regTrib of the DPS). */
export type ServiceRegime = { opSimpNac: '1' | '2' | '3'; regApTribSN: '1' | '2' | '3' | null; regEspTrib: string };

/** The regime in a company's settings; null means that it follows from the tax regime. */
export type RegimeSettings = {
  taxRegime: TaxRegime;
  simplesOption: ServiceRegime['opSimpNac'] | null;
  simplesAssessment: ServiceRegime['regApTribSN'];
  specialRegime: string;
};

const options = { NORMAL: '1', MEI: '2', SIMPLES: '3', SIMPLES_EXCESS: '3' } as const satisfies Record<
  TaxRegime,
  string
>;

/**
 * The regime of a company. A company in Simples whose revenue exceeds the state's limit pays ISSQN outside of it (LC 123/2006 art. 20 §1), which is
 * regApTribSN 2.
 */
export function regimeOf({
  taxRegime,
  simplesOption,
  simplesAssessment,
  specialRegime,
}: RegimeSettings): ServiceRegime {
  const opSimpNac = simplesOption ?? options[taxRegime];
  const assessment = simplesAssessment ?? (taxRegime === 'SIMPLES_EXCESS' ? '2' : '1');
  return { opSimpNac, regApTribSN: opSimpNac === '3' ? assessment : null, regEspTrib: specialRegime };
}

/** The tax regime by which the rules of ISSQN go: SIMPLES only if the ISSQN is paid by Simples. */
export function issRegimeOf({ opSimpNac, regApTribSN }: ServiceRegime): TaxRegime {
  switch (opSimpNac) {
    case '1':
      return 'NORMAL';
    case '2':
      return 'MEI';
    case '3':
      return regApTribSN === '1' ? 'SIMPLES' : 'SIMPLES_EXCESS';
  }
}

/**
 * The regime as one DPS declares it: a special regime only where ISSQN is due to the company's own municipality and not paid by Simples (rules E0172,
 * E0174, E0175 and E0177).
 */
export function regimeOfService(
  regime: ServiceRegime,
  { issTaxation, isDueAtHome }: { issTaxation: string; isDueAtHome: boolean },
): ServiceRegime {
  const issRegime = issRegimeOf(regime);
  const isSpecial = issTaxation === '1' && isDueAtHome && issRegime !== 'MEI' && issRegime !== 'SIMPLES';
  return isSpecial ? regime : { ...regime, regEspTrib: '0' };
}

/** Which contributions the payer of a service withholds. */
type WithheldContributions = { pis: boolean; cofins: boolean; csll: boolean };

const none: WithheldContributions = { pis: false, cofins: false, csll: false };

/**
 * tpRetPisCofins (XSD 1.01-20260727; NT SE/CGNFS-e 007/2026). 1 and 2 are not here: they are older than that note and do not tell about CSLL, which
 * is withheld if it has a rate.
 */
const kinds: ReadonlyMap<string, WithheldContributions> = new Map([
  ['0', none],
  ['3', { pis: true, cofins: true, csll: true }],
  ['4', { pis: true, cofins: true, csll: false }],
  ['5', { pis: true, cofins: false, csll: false }],
  ['6', { pis: false, cofins: true, csll: false }],
  ['7', { pis: false, cofins: true, csll: true }],
  ['8', { pis: false, cofins: false, csll: true }],
  ['9', { pis: true, cofins: false, csll: true }],
]);

/** What is withheld by a code; where the code does not tell about CSLL, its rate does. */
export function withheldBy(
  code: string | null | undefined,
  csllRate: string | null | undefined,
): WithheldContributions {
  return kinds.get(code ?? '') ?? { pis: code === '1', cofins: code === '1', csll: Boolean(csllRate) };
}

/** Whether CSLL is withheld by the code; null where the code does not tell. */
export function saysCsll(code: string | null | undefined): boolean | null {
  return kinds.get(code ?? '')?.csll ?? null;
}

export function isAnyWithheld({ pis, cofins, csll }: WithheldContributions): boolean {
  return pis || cofins || csll;
}

/** Rates at which the payer withholds, in percent, whatever the issuer's own rates are (Lei 10.833/2003 art. 31 and its §1). */
export const withheldRates = { pis: '0.65', cofins: '3', csll: '1' } as const;
