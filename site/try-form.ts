import { html, type Markup } from '../domain/pages/html/markup.ts';
import type { OperationFacts, Parameter } from './operation-facts.ts';
import { api } from './operations.ts';
import { nameOf, type JsonSchema, schemasOf } from './schemas.ts';

/** Keys that forms are filled in with, where local mode serves them to its own machine; none otherwise. */
export type DemoKeys = { company?: string | undefined; office?: string | undefined };

/** Where a call can be made from its page: what `browser/try.js` draws the form of once somebody asks for it. */
export function tryForm({ method, path, key, parameters, body }: OperationFacts): Markup {
  const call = {
    ...{ method, path, key: key?.kind ?? null, parameters: parameters.map(fieldOf) },
    examples: body?.examples.map(({ title, value }) => ({ title, value })) ?? null,
  };
  return html`<section id="experimentar" class="try" data-call="${JSON.stringify(call)}" aria-label="Experimentar">
    <button type="button" id="try">Experimentar</button>
  </section>`;
}

/** A field of the form: what may be chosen, where that is known. */
function fieldOf({ name, in: place, required = false, schema, example }: Parameter): object {
  const told: JsonSchema = schemasOf(api.description())[nameOf(schema) ?? ''] ?? schema;
  const choices = told.type === 'boolean' ? ['true', 'false'] : (told.enum ?? []).filter((choice) => choice !== null);
  return { name, in: place, required, choices, example: example ?? told.default ?? '' };
}

/** The head of a page that has a form, with the keys that fill it in. */
export function keysInHead(keys: DemoKeys | undefined): Markup | undefined {
  return keys ? html`<meta name="demo-keys" content="${JSON.stringify(keys)}" />` : undefined;
}
