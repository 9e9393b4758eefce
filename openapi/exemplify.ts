import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { z } from 'zod';
import { forbidUnknownFields } from './checked.ts';
import { mountedEnd } from './mounts.ts';

/**
 * Writes the recorded examples of answers (`examples/answers.json`) into the bundle: that of `/v1`, or the file in the argument. The success of each
 * operation has its own example; a refusal has the examples of the codes that its description names. An example that no longer fits its schema is
 * left out and reported.
 */

const jsonSchema = z.looseObject({ schema: z.looseObject({ $ref: z.string().optional() }) });
const responseSchema = z.looseObject({
  $ref: z.string().optional(),
  description: z.string().optional(),
  content: z.looseObject({ 'application/json': jsonSchema.optional() }).optional(),
});
type Response = z.infer<typeof responseSchema>;
const operationSchema = z.looseObject({ operationId: z.string(), responses: z.record(z.string(), responseSchema) });
const bundleSchema = z.looseObject({
  paths: z.record(z.string(), z.record(z.string(), operationSchema)),
  components: z.looseObject({
    examples: z.record(z.string(), z.unknown()).optional(),
    schemas: z.record(z.string(), z.unknown()),
    responses: z.record(z.string(), responseSchema),
  }),
});

const file = process.argv[2] ?? fileURLToPath(new URL('generated/openapi.json', import.meta.url));
const bundle = bundleSchema.parse(JSON.parse(await readFile(file, 'utf8')));
const ofApi = await readFile(new URL('examples/answers.json', import.meta.url), 'utf8');
// The panel's server has its pages about codes at another address.
const recorded = file.endsWith('admin.json') ? ofApi.replaceAll('"/docs/', '"/ajuda/') : ofApi;
const answers = z.record(z.string(), z.json()).parse(JSON.parse(recorded));
const examples: Record<string, unknown> = { ...bundle.components.examples };

const closed = structuredClone(bundle);
forbidUnknownFields(closed.components.schemas);
const ajv = new Ajv2020({ strict: false, validateFormats: false }).addSchema(closed, 'closed');

const operations = Object.values(bundle.paths).flatMap((methods) => Object.values(methods));
for (const { operationId, responses } of operations)
  for (const [status, response] of Object.entries(responses))
    if (isRefusal(response)) exemplify(response, codesOf(response, [status]));
    else exemplify(response, [`${companysOwn(operationId)} ${status}`]);
for (const [name, response] of Object.entries(bundle.components.responses))
  if (isRefusal(response)) exemplify(response, codesOf(response, statusesOf(name)));
await writeFile(file, JSON.stringify({ ...bundle, components: { ...bundle.components, examples } }, null, 2));

/** Adds the recorded examples with these names to a response, unless it has examples of its own. */
function exemplify({ content }: Response, names: string[]): void {
  const json = content?.['application/json'];
  const known = names.filter((name) => answers[name] !== undefined && holds(name, json?.schema.$ref));
  if (!json || json['examples'] !== undefined || known.length === 0) return;
  for (const name of known) examples[componentOf(name)] = { value: answers[name] };
  json['examples'] = Object.fromEntries(
    known.map((name) => [name.split(' ').at(-1), { $ref: `#/components/examples/${componentOf(name)}` }]),
  );
}

function holds(name: string, $ref = ''): boolean {
  const isValid = ajv.getSchema(`closed${$ref}`)?.(answers[name]) === true;
  if (!isValid) process.stderr.write(`the example "${name}" is not what its schema says now: record it again\n`);
  return isValid;
}

/** Id of the company's operation, whose answers an office's variant of it repeats (`mount.ts`). */
function companysOwn(operationId: string): string {
  return operationId.endsWith(mountedEnd) ? operationId.slice(0, -mountedEnd.length) : operationId;
}

function isRefusal({ content }: Response): boolean {
  return content?.['application/json']?.schema.$ref?.endsWith('/ApiError') ?? false;
}

/** Names of the examples of the codes in a refusal's description, with these statuses. */
function codesOf({ description = '' }: Response, statuses: string[]): string[] {
  const codes = [...description.matchAll(/`([a-z_]+)`/g)].map(([, code]) => code ?? '');
  return codes.flatMap((code) => statuses.map((status) => `${status} ${code}`));
}

/** The statuses with which operations use a shared response; `default`, the error of any server, counts as 500. */
function statusesOf(component: string): string[] {
  const uses = operations.flatMap(({ responses }) => Object.entries(responses));
  const statuses = uses
    .filter(([, { $ref }]) => $ref === `#/components/responses/${component}`)
    .map(([status]) => status);
  return [...new Set(statuses)].map((status) => (status === 'default' ? '500' : status));
}

function componentOf(name: string): string {
  return name.replace(' ', '-');
}
