import { z } from 'zod';
import endpoints from '../../tables/endpoints.json' with { type: 'json' };
import { DomainError } from '../errors.ts';
import { isInState, isMunicipalityCode } from '../municipality-code.ts';
import { portugueseMessages, issuesOf } from '../schema-messages.ts';
import { isufFault } from '../suframa.ts';
import { registrationFault } from '../state-registration.ts';
import { stateOfCode } from '../states.ts';
import { isCnpj, taxIdKind } from '../tax-id.ts';
import { taxRegimes } from '../taxation/operation.ts';
import { priceContents } from '../taxation/price.ts';
import { ibsCbsRegimes } from '../taxation/simples.ts';
import { buyerMailSchema } from './buyer-mail.ts';
import { nfseSchema, serviceDefaultsSchema, settleServices } from './nfse-schema.ts';
import { settleSeries } from './own-series.ts';
import { receitaRegimes } from './receita-regime.ts';
import {
  awarenesses,
  contingencyDefaults,
  contingencySwitches,
  doubtHandlings,
  environments,
  qrCodeVersions,
  rollsMm,
} from './settings.ts';
import { taxDefaultsSchema } from './tax-defaults-schema.ts';
import { digitsSchema, printableSchema, taxIdSchema } from './text-schema.ts';

/** The issuer's address as the note carries it (group enderEmit). */
const addressSchema = z
  .strictObject({
    street: printableSchema(2, 60),
    number: printableSchema(1, 60),
    complement: printableSchema(1, 60).nullable().default(null),
    neighborhood: printableSchema(2, 60),
    municipalityCode: z
      .union([z.string(), z.number()], 'deve ser o código do IBGE, com 7 dígitos')
      .transform(String)
      .refine(isMunicipalityCode, 'deve ser um código da tabela de municípios do IBGE, com 7 dígitos'),
    city: printableSchema(2, 60),
    state: z.string().trim().toUpperCase().refine(isState, 'deve ser a sigla de uma UF'),
    zipCode: digitsSchema(8, 8, 'deve ter 8 dígitos'),
  })
  .superRefine(({ municipalityCode, state }, context) => {
    const isTold = !isMunicipalityCode(municipalityCode) || !isState(state); // their own checks report these
    if (isTold || isInState(municipalityCode, state)) return;
    const of = stateOfCode(municipalityCode.slice(0, 2));
    context.addIssue({
      code: 'custom',
      path: ['municipalityCode'],
      message: `é um município de ${of}, e a UF do endereço é ${state}`,
    });
  });

function isState(text: string): boolean {
  return Object.hasOwn(endpoints.cUF, text);
}

const cnpj = taxIdSchema.refine(isCnpj, 'deve ser um CNPJ com dígitos verificadores corretos');
const cnpjOrCpf = taxIdSchema.refine(
  (text) => taxIdKind(text) !== null,
  'deve ser um CNPJ ou CPF com dígitos verificadores corretos',
);
const email = z.email('deve ser um e-mail').max(60).nullable().default(null);
const phone = digitsSchema(6, 14, 'deve ter de 6 a 14 dígitos, com o DDD');

/** Registrations by state; an empty one removes the state's. */
const substituteRegistrations = z
  .record(
    z.string().trim().toUpperCase().refine(isState, 'deve ser a sigla de uma UF'),
    digitsSchema(2, 14, 'deve ter de 2 a 14 dígitos').nullable(),
  )
  .transform((given) =>
    Object.fromEntries(
      Object.entries(given).flatMap(([state, registration]) => (registration ? [[state, registration] as const] : [])),
    ),
  )
  .superRefine((registrations, context) => {
    for (const [state, registration] of Object.entries(registrations)) {
      const fault = registrationFault(registration, state);
      if (fault) context.addIssue({ code: 'custom', path: [state], message: fault });
    }
  });

/** Rule C22-20 (1186): a registration of nine digits has a check digit, as a recipient's has. */
const suframaRegistration = digitsSchema(8, 9, 'deve ter 8 ou 9 dígitos').superRefine((registration, context) => {
  const message = isufFault(registration, '1186');
  if (message) context.addIssue({ code: 'custom', message });
});

/** Values by their first day; an empty one removes the day's. */
const byDay = <Value extends string>(value: z.ZodType<Value>) =>
  z
    .record(z.iso.date('deve ser um dia AAAA-MM-DD'), value.nullable())
    .transform((given) =>
      Object.fromEntries(Object.entries(given).flatMap(([day, each]) => (each ? [[day, each] as const] : []))),
    );
const effectiveRate = z
  .string()
  .regex(/^[0-9]{1,2}(\.[0-9]{1,4})?$/, 'deve ser um percentual com até 4 casas, como "1.2345"');

/** A CSRT that `lavra company csrt set` has sealed: it passes through a form unchanged, and a form cannot set one. */
const sealedCsrt = z
  .strictObject({
    id: z.string(),
    sealed: z.strictObject({
      version: z.literal(1),
      masterKeyId: z.string(),
      wrappedKey: z.string(),
      data: z.string(),
    }),
  })
  .nullable()
  .optional();

/**
 * The numbering of a model: `nextNumber` is the first number that Lavra may use. Without it the numbering goes on where it is (or starts at 1). Which
 * series are allowed depends on the tax id (`settleSeries`).
 */
const numbering = z.preprocess(
  (given) => (typeof given === 'number' ? { series: given } : given),
  z.strictObject({ series: z.int().optional(), nextNumber: z.int().min(1).max(999_999_999).optional() }),
);

const patience = (least: number, most: number) =>
  z.int().min(least, `deve ser de ${least} a ${most} segundos`).max(most, `deve ser de ${least} a ${most} segundos`);

const contingencySchema = z.strictObject({
  nfce: z.enum(contingencySwitches).default(contingencyDefaults.nfce),
  nfe: z.enum(contingencySwitches).default(contingencyDefaults.nfe),
  afterSeconds: z
    .strictObject({
      nfce: patience(1, 3_600).default(contingencyDefaults.afterSeconds.nfce),
      nfe: patience(1, 86_400).default(contingencyDefaults.afterSeconds.nfe),
    })
    .default(contingencyDefaults.afterSeconds),
  giveUp: z.enum(['AUTOMATIC', 'PROPOSED']).default(contingencyDefaults.giveUp),
});

const schema = z
  .strictObject({
    taxId: cnpjOrCpf,
    name: printableSchema(2, 60),
    tradeName: printableSchema(1, 60).nullable().default(null),
    environment: z.enum(environments).default('HOMOLOGATION'),
    stateRegistration: digitsSchema(2, 14, 'deve ter de 2 a 14 dígitos').nullable().default(null),
    substituteStateRegistrations: substituteRegistrations.default({}),
    municipalRegistration: printableSchema(1, 15).nullable().default(null),
    suframaRegistration: suframaRegistration.nullable().default(null),
    cnae: digitsSchema(7, 7, 'deve ter 7 dígitos').nullable().default(null),
    taxRegime: z.enum(taxRegimes),
    receitaRegime: z.enum(receitaRegimes).nullable().default(null),
    address: addressSchema,
    phone: phone.nullable().default(null),
    email,
    adminEmails: z.array(z.email('deve ser um e-mail').max(254)).max(10, 'deve ter no máximo 10 e-mails').default([]),
    series: z.strictObject({ '55': numbering, '65': numbering.optional() }).default({ '55': {} }),
    taxDefaults: taxDefaultsSchema.default({}),
    pisCofinsExcludesIcms: z.boolean().default(true),
    priceIncludes: byDay(z.enum(priceContents)).default({}),
    ibsCbsRegime: byDay(z.enum([...ibsCbsRegimes, 'OF_CRT'])).default({}),
    simplesIbsRate: byDay(effectiveRate).default({}),
    simplesCbsRate: byDay(effectiveRate).default({}),
    nfce: z
      .strictObject({ qrCodeVersion: z.enum(qrCodeVersions).nullable().default(null) })
      .default({ qrCodeVersion: null }),
    nfse: nfseSchema.default(null),
    serviceDefaults: serviceDefaultsSchema.default({}),
    danfe: z
      .strictObject({
        orientation: z.enum(['PORTRAIT', 'LANDSCAPE']).default('PORTRAIT'),
        logo: z
          .string()
          .regex(
            /^data:image\/(png|jpeg);base64,[A-Za-z0-9+/]+=*$/,
            'deve ser uma imagem PNG ou JPEG em data:image/...;base64',
          )
          .max(400_000, 'deve ter no máximo 300 KB')
          .nullable()
          .default(null),
        rollMm: z.enum(rollsMm).default('80'),
      })
      .default({ orientation: 'PORTRAIT', logo: null, rollMm: '80' }),
    technicalResponsible: z
      .strictObject({
        cnpj,
        contact: printableSchema(2, 60),
        email: z.email('deve ser um e-mail').max(60),
        phone,
        csrt: z.strictObject({ HOMOLOGATION: sealedCsrt, PRODUCTION: sealedCsrt }).optional(),
      })
      .nullable()
      .default(null),
    autXml: z.array(cnpjOrCpf).max(10).default([]),
    received: z.strictObject({ awareness: z.enum(awarenesses).default('MANUAL') }).default({ awareness: 'MANUAL' }),
    contingency: contingencySchema.default(contingencyDefaults),
    monthlyQuota: z.int().min(0).nullable().default(null),
    uniqueExternalId: z.boolean().default(false),
    doubts: z.enum(doubtHandlings).default('WARN'),
    buyerMail: buyerMailSchema,
  })
  .superRefine(({ address, substituteStateRegistrations }, context) => {
    if (!(address.state in substituteStateRegistrations)) return;
    const message = 'é a UF da própria empresa: a inscrição de substituto é de outra UF';
    context.addIssue({ code: 'custom', path: ['substituteStateRegistrations', address.state], message });
  })
  .superRefine(({ taxId: issuer, nfce }, context) => {
    if (issuer.length !== 11 || nfce.qrCodeVersion !== '2') return;
    const message = 'deve ser 3: a NFC-e de quem emite com CPF não leva o QR Code da versão 2 (rejeição 444)';
    context.addIssue({ code: 'custom', path: ['nfce', 'qrCodeVersion'], message });
  })
  .superRefine(({ taxRegime, taxDefaults: { icmsSituation } }, context) => {
    const length = taxRegime === 'SIMPLES' || taxRegime === 'MEI' ? 3 : 2;
    if (!icmsSituation || icmsSituation.length === length) return;
    const message =
      length === 3 ? 'deve ser um CSOSN (3 dígitos) neste regime' : 'deve ser um CST (2 dígitos) neste regime';
    context.addIssue({ code: 'custom', path: ['taxDefaults', 'icmsSituation'], message });
  })
  .transform((form, context) => {
    const { serviceDefaults, faults } = settleServices(form);
    const { series, faults: wrongSeries } = settleSeries(form);
    for (const fault of [...faults, ...wrongSeries]) context.addIssue({ code: 'custom', ...fault });
    return { ...form, series, serviceDefaults };
  });

/** A company as an operator enters it: identity and fiscal settings in one form. */
export type CompanyInput = z.input<typeof schema>;
/** A company's form, checked and with every default filled in. */
export type CompanyForm = z.output<typeof schema>;

/**
 * Checks a company's whole form and reports every fault at once.
 *
 * @throws {DomainError} `validation_error` with one issue per field
 */
export function readCompanyForm(input: unknown): CompanyForm {
  const parsed = schema.safeParse(input, { error: portugueseMessages });
  if (parsed.success) return parsed.data;
  throw new DomainError('validation_error', 'Há campos inválidos no cadastro da empresa.', {
    issues: issuesOf(parsed.error),
  });
}
