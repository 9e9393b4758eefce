import { z } from 'zod';
import { normalizeService } from '../service-taxation/normalize.ts';
import { issRegimeOf } from '../service-taxation/regime.ts';
import { type ServiceFieldName, serviceFieldNames, type ServiceFields } from '../taxation/levels/service-fields.ts';
import type { TaxRegime } from '../taxation/operation.ts';
import { type NfseSettings, serviceRegimeOf } from './settings.ts';

const inSeries = 'deve ir de 1 a 49999: as séries acima são dos emissores públicos (E0010)';

const settings = z
  .strictObject({
    series: z.int().min(1, inSeries).max(49_999, inSeries).default(1),
    nextNumber: z.int().min(1).max(999_999_999).nullable().default(null),
    simplesOption: z.enum(['1', '2', '3']).nullable().default(null),
    simplesAssessment: z.enum(['1', '2', '3']).nullable().default(null),
    specialRegime: z.enum(['0', '1', '2', '3', '4', '5', '6', '9']).nullable().default('0'),
    defaultTemplateId: z.uuid('deve ser o id de um modelo fiscal').nullable().default(null),
    municipality: z
      .strictObject({ isOnNationalSystem: z.boolean(), asOf: z.iso.date('deve ser um dia, como AAAA-MM-DD') })
      .nullable()
      .default(null),
  })
  .transform(({ specialRegime, ...rest }) => ({ ...rest, specialRegime: specialRegime ?? '0' }));

/** The NFS-e part of a company's form, with its numbering. A form without a series means that the company issues no NFS-e. */
export const nfseSchema = z.preprocess((given) => (hasNoSeries(given) ? null : given), settings.nullable());

function hasNoSeries(given: unknown): boolean {
  return typeof given === 'object' && given !== null && 'series' in given && given.series === null;
}

const value = z.union([z.string(), z.number()], 'deve ser um texto').transform(String).nullable().exactOptional();

/** The fields of services as a person writes them; `settleServices` brings them to normal form. */
export const serviceDefaultsSchema = z.strictObject(
  Object.fromEntries(serviceFieldNames.map((name) => [name, value])) as Record<ServiceFieldName, typeof value>,
);

type Services = { taxRegime: TaxRegime; nfse: NfseSettings | null; serviceDefaults: ServiceFields };
type PathFault = { path: string[]; message: string };

/** The defaults of services in normal form, and every reason for which a DPS with them would be refused (Anexo I, RN_DPS). */
export function settleServices(form: Services): { serviceDefaults: ServiceFields; faults: PathFault[] } {
  const { fields, faults } = normalizeService(form.serviceDefaults, { regime: issRegimeOf(serviceRegimeOf(form)) });
  const ofFields = faults.map(({ field, message }) => ({ path: ['serviceDefaults', field], message }));
  return { serviceDefaults: fields, faults: [...contradictions({ ...form, serviceDefaults: fields }), ...ofFields] };
}

function contradictions({ taxRegime, nfse, serviceDefaults: { issRate, issWithholding } }: Services): PathFault[] {
  if (!nfse) return [];
  const { opSimpNac, regApTribSN } = serviceRegimeOf({ taxRegime, nfse });
  const { simplesAssessment, specialRegime } = nfse;
  const isSpecial = specialRegime !== '0';
  const isWithheld = issWithholding === '2' || issWithholding === '3';
  const rules = [
    {
      isBroken: simplesAssessment !== null && opSimpNac !== '3',
      path: ['nfse', 'simplesAssessment'],
      message: 'só cabe a microempresa ou empresa de pequeno porte do Simples Nacional (opSimpNac 3): retire-o (E0162)',
    },
    {
      isBroken: isSpecial && opSimpNac === '2',
      path: ['nfse', 'specialRegime'],
      message: 'MEI não tem regime especial de ISSQN: informe 0 (E0174)',
    },
    {
      isBroken: isSpecial && regApTribSN === '1',
      path: ['nfse', 'specialRegime'],
      message:
        'com todos os tributos pelo Simples Nacional não há regime especial: informe 0, ou simplesAssessment 2 ou 3 (E0175)',
    },
    {
      isBroken: isSpecial && !!issRate,
      path: ['serviceDefaults', 'issRate'],
      message: 'com regime especial (nfse.specialRegime) a NFS-e não leva alíquota de ISSQN: retire-a (E0607)',
    },
    {
      // Each of the regimes 1 to 6 has a rule against it, E0631 to E0646; regime 9 has none.
      isBroken: isSpecial && specialRegime !== '9' && isWithheld,
      path: ['serviceDefaults', 'issWithholding'],
      message: 'com regime especial (nfse.specialRegime) o ISSQN não é retido: informe 1 (E0631 a E0646)',
    },
  ];
  return rules.filter(({ isBroken }) => isBroken).map(({ path, message }) => ({ path, message }));
}
