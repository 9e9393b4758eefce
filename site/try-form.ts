import { html, type Markup } from '../domain/pages/html/markup.ts';
import type { OperationFacts, Parameter } from './operation-facts.ts';
import { api } from './operations.ts';
import { schemaName, type JsonSchema, schemasOf } from './schemas.ts';

/** Keys with which forms are filled in; only local mode has them, and serves them to its own machine only. */
export type DemoKeys = { company?: string | undefined; office?: string | undefined };

/** The place on a page where a call can be made: `browser/try.js` makes the form when somebody opens it. */
export function tryForm({ method, path, key, parameters, body }: OperationFacts): Markup {
  const call = {
    ...{ method, path, key: key?.kind ?? null, parameters: parameters.map(fieldOf) },
    examples: body?.examples.map(({ title, value }) => ({ title, value })) ?? null,
  };
  return html`<section id="experimentar" class="try" data-call="${JSON.stringify(call)}" aria-label="Experimentar">
    <button type="button" id="try">Experimentar</button>
  </section>`;
}

/** A field of the form, with the values to choose from where they are known. */
function fieldOf({ name, in: place, required = false, schema, example }: Parameter): object {
  const told: JsonSchema = schemasOf(api.description())[schemaName(schema) ?? ''] ?? schema;
  const choices = told.type === 'boolean' ? ['true', 'false'] : (told.enum ?? []).filter((choice) => choice !== null);
  return { name, in: place, required, choices, example: example ?? told.default ?? '' };
}

/** Puts the keys for the form into the head of its page. */
export function keysInHead(keys: DemoKeys | undefined): Markup | undefined {
  return keys ? html`<meta name="demo-keys" content="${JSON.stringify(keys)}" />` : undefined;
}
