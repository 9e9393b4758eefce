import { z } from 'zod';
import { contract } from '../openapi/contract.ts';
import { inPortuguese, reworded } from './descriptions/translate.ts';
import portuguese from './operations.json' with { type: 'json' };
import told from './pages/events.json' with { type: 'json' };

const operationSchema = z.looseObject({ operationId: z.string(), summary: z.string(), tags: z.array(z.string()) });
const descriptionSchema = z.looseObject({
  info: z.looseObject({}),
  paths: z.record(z.string(), z.record(z.string(), operationSchema)),
  tags: z.array(z.looseObject({ name: z.string(), description: z.string() })),
  webhooks: z.record(z.string(), z.looseObject({ post: z.looseObject({ summary: z.string() }) })),
});

const description = descriptionSchema.parse(contract.description);
const summaries: Readonly<Record<string, string | undefined>> = portuguese.summaries;
const tags: Readonly<Record<string, string | undefined>> = portuguese.tags;
const events: Readonly<Record<string, { title: string } | undefined>> = told.events;

/** What an operation does, in Portuguese; an office's twin of a company's operation does the same (`openapi/mount.ts`). */
export function summaryOf(operationId: string): string | undefined {
  return summaries[operationId] ?? summaries[operationId.replace(/OfCompany$/, '')];
}

let made: object | undefined;

/** The description of the API for the reference, in Portuguese throughout. A process makes it once, when somebody reads the reference. */
export function descriptionInPortuguese(): object {
  made ??= translated();
  return made;
}

function translated(): object {
  const { introduction, summary } = portuguese;
  const told = descriptionSchema.parse(reworded(description, inPortuguese));
  return {
    ...told,
    info: { ...description.info, summary, description: introduction.join('\n\n') },
    tags: description.tags.map((tag) => ({ ...tag, description: tags[tag.name] ?? tag.description })),
    paths: mapped(told.paths, (methods) =>
      mapped(methods, (operation) => ({
        ...operation,
        summary: summaryOf(operation.operationId) ?? operation.summary,
      })),
    ),
    webhooks: mapped(told.webhooks, ({ post }, name) => {
      const title = events[name]?.title ?? post.summary;
      return { post: { ...post, summary: title.charAt(0).toUpperCase() + title.slice(1) } };
    }),
  };
}

function mapped<Value, Result>(
  all: Record<string, Value>,
  as: (value: Value, name: string) => Result,
): Record<string, Result> {
  return Object.fromEntries(Object.entries(all).map(([name, value]) => [name, as(value, name)]));
}

/** An operation as a search finds it, by its place in the reference. */
export type FoundOperation = { path: string; title: string; words: string };

const everyOperation = Object.entries(description.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(
    ([
      method,
      {
        operationId,
        summary,
        tags: [tag = ''],
      },
    ]) => ({
      ...{ path, operationId, summary, tag, method: method.toUpperCase() },
      place: `referencia#/${tag.replaceAll(' ', '_')}/${operationId}`,
    }),
  ),
);

const places = new Map(everyOperation.map(({ operationId, place }) => [operationId, place]));

/** Where an operation stands in the reference, below the base. */
export function referenceOf(operationId: string): string | undefined {
  return places.get(operationId);
}

/** An office's twin of a company's operation has no line of its own in results. */
export const foundOperations: FoundOperation[] = everyOperation
  .filter(({ operationId }) => summaries[operationId] !== undefined)
  .map(({ path, method, operationId, summary, place }) => ({
    path: place,
    title: `${summaryOf(operationId) ?? summary} · ${method} ${path}`,
    words: `${operationId} ${summary}`,
  }));
