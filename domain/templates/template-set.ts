import { z } from 'zod';
import { DomainError, type Issue } from '../errors.ts';
import type { Fault } from '../faults.ts';
import { portugueseMessages, issuesOf } from '../schema-messages.ts';
import { type NormalTemplate, templateTypes } from './fiscal-template.entity.ts';
import { type NormalizedTemplate, normalizeTemplate } from './normalize.ts';
import set from './starter-set.json' with { type: 'json' };
import { templateFieldNames, type TemplateInput } from './template-input.ts';

const code = z
  .union([z.string(), z.number()], 'deve ser um texto ou um número')
  .transform(String)
  .nullable()
  .optional();
const schema = z
  .array(
    z.strictObject({
      ...Object.fromEntries(templateFieldNames.map((name) => [name, code])),
      name: z.string(),
      type: z.enum(templateTypes),
      operationNature: z.string().nullable().optional(),
    }),
    'deve ser uma lista de modelos',
  )
  .max(1_000);

/**
 * The templates in a file that an operator loads for all companies, in normal form. The file is a JSON list of templates with the API's fields; it is
 * checked as a whole.
 *
 * @throws DomainError `validation_error` with every fault by its place in the file (`[2].cfop`)
 */
export function readTemplateSet(file: unknown): NormalTemplate[] {
  const parsed = schema.safeParse(file, { error: portugueseMessages });
  if (!parsed.success) throw refusal(issuesOf(parsed.error));
  const settled = parsed.data.map(normalizeShared);
  const templates = settled.map(({ template }) => template);
  const issues = settled.flatMap(({ faults }, index) =>
    faults.map(({ path, message }) => ({ path: `[${index}].${path}`, message })),
  );
  const faults = [...issues, ...checkRepeated(templates)];
  if (faults.length > 0) throw refusal(faults);
  return templates;
}

/** Faults of repeated templates: type and name identify a template when the file is loaded again. */
function checkRepeated(templates: NormalTemplate[]): Issue[] {
  const first = new Map<string, number>();
  return templates.flatMap(({ type, name }, index) => {
    const earlier = first.get(`${type} ${name}`);
    if (earlier === undefined) first.set(`${type} ${name}`, index);
    if (earlier === undefined) return [];
    return [{ path: `[${index}].name`, message: `é o mesmo nome de [${earlier}], do mesmo tipo: mude um dos dois` }];
  });
}

function refusal(issues: Issue[]): DomainError {
  return new DomainError('validation_error', 'Há modelos inválidos, e nada foi carregado.', { issues });
}

/**
 * A template that every company reads, whatever its tax regime: it may have only fields that hold inside and outside of Simples Nacional. Fields that
 * depend on the regime are refused here, because a note would skip them silently: they belong into the company's own rules, products, templates and
 * defaults.
 */
function normalizeShared(input: TemplateInput): NormalizedTemplate {
  const { template, faults } = normalizeTemplate(input, { regime: null, defaults: {} });
  return { template, faults: [...faults, ...checkForAll(template)] };
}

function checkForAll({ fields, service }: NormalTemplate): Fault[] {
  const faults: Fault[] = [];
  const refuse = (path: string, why: string): void => {
    const mend = 'retire-o e deixe-o às regras, aos produtos, aos modelos ou à tributação padrão de cada empresa';
    const message = `Um modelo compartilhado serve a empresas de todos os regimes, e ${why}: ${mend}.`;
    faults.push({ code: 'invalid_taxation', path, message });
  };
  if (fields.icmsSituation) refuse('icmsCst', 'o Simples usa CSOSN onde as demais usam CST');
  if (service?.totalSimplesRate) refuse('totalSimplesRate', 'só as do Simples têm esta alíquota');
  if (service?.issBenefitCode) refuse('issBenefitCode', 'as do Simples não usam benefício municipal');
  return faults;
}

/** The templates that come with Lavra: sale, interstate sale, bonus, transfer and service. */
export function starterSet(): NormalTemplate[] {
  return readTemplateSet(set);
}
