import type { Fault } from '../faults.ts';
import { isMunicipalityCode } from '../municipality-code.ts';
import type { NfseSubRule } from '../taxation/levels/nfse-sub-rule.ts';
import { normalizeService } from '../service-taxation/normalize.ts';
import { isServiceCode } from '../service-taxation/service-code.ts';
import type { TaxRegime } from '../taxation/parties.ts';
import { checkRepeated, invalidTaxation, matchOf } from './sub-rule-faults.ts';

const list = 'nfseTaxRules';

/** Sub-rules of model NFSE in normal form, with every reason for which the DPS would be refused. */
export function normalizeNfseSubRules(
  given: NfseSubRule[],
  { regime }: { regime: TaxRegime | null },
): { subRules: NfseSubRule[]; faults: Fault[] } {
  const settled = given.map((subRule, index) => normalize(subRule, `${list}[${index}]`, regime));
  const subRules = settled.map(({ subRule }) => subRule);
  const matches = subRules.map(({ municipalityCodes, takerTypes, serviceCodes }) =>
    matchOf(municipalityCodes, takerTypes, serviceCodes),
  );
  return { subRules, faults: [...settled.flatMap(({ faults }) => faults), ...checkRepeated(list, matches)] };
}

function normalize(
  given: NfseSubRule,
  path: string,
  regime: TaxRegime | null,
): { subRule: NfseSubRule; faults: Fault[] } {
  const municipalityCodes = given.municipalityCodes.map((code) => code.trim());
  const serviceCodes = given.serviceCodes.map((code) => code.replaceAll(/[.\s]/g, ''));
  const service = normalizeService(given.fields, { regime, serviceCodes });
  return {
    subRule: {
      municipalityCodes: [...new Set(municipalityCodes)],
      takerTypes: [...new Set(given.takerTypes)],
      serviceCodes: [...new Set(serviceCodes)],
      fields: service.fields,
    },
    faults: [
      ...municipalityCodes.flatMap((code, at) =>
        isMunicipalityCode(code)
          ? []
          : [invalidTaxation(`${path}.municipalityCodes[${at}]`, `${code} não é um código de município do IBGE.`)],
      ),
      ...serviceCodes.flatMap((code, at) =>
        isServiceCode(code) ? [] : [invalidTaxation(`${path}.serviceCodes[${at}]`, serviceCodeMessage(code))],
      ),
      ...service.faults.map(({ field, message }) => invalidTaxation(`${path}.${field}`, message)),
    ],
  };
}

function serviceCodeMessage(code: string): string {
  return `${code} não é um código de tributação nacional (cTribNac) da lista da LC 116/2003: são 6 dígitos, por exemplo 010701.`;
}
