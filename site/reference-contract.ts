import { z } from 'zod';
import { inPortuguese, reworded } from './descriptions/translate.ts';
import told from './pages/events.json' with { type: 'json' };

const operationSchema = z.looseObject({ operationId: z.string(), summary: z.string(), tags: z.array(z.string()) });
const descriptionSchema = z.looseObject({
  info: z.looseObject({}),
  paths: z.record(z.string(), z.record(z.string(), operationSchema)),
  tags: z.array(z.looseObject({ name: z.string(), description: z.string() })),
  webhooks: z.record(z.string(), z.looseObject({ post: z.looseObject({ summary: z.string() }) })).optional(),
});
type Description = z.infer<typeof descriptionSchema>;

const events: Readonly<Record<string, { title: string } | undefined>> = told.events;

/** Portuguese texts about a contract besides its descriptions: about the whole, about its tags, and a short summary of each operation. */
export type Portuguese = {
  title?: string;
  summary: string;
  introduction: string[];
  summaries: Readonly<Record<string, string | undefined>>;
  tags: Readonly<Record<string, string | undefined>>;
  /** Titles of the tags, in the order of the reference. */
  parts: Readonly<Record<string, string>>;
};

/** An operation as a search result. */
export type OperationMatch = { path: string; title: string; words: string; worth: number };

/** A contract in the form that the site needs. */
export type ReferenceContract = {
  /** Path of its reference, below the base. */
  path: string;
  /** Title of its reference. */
  title: string;
  /** Words by which people search for the reference who do not know its title. */
  keywords: string;
  /** Paragraphs about what holds for all calls. */
  introduction: readonly string[];
  /** Its tags, which group the operations. */
  parts: readonly { tag: string; name: string; description: string }[];
  /** The contract with all texts in Portuguese; made at the first use. */
  description: () => object;
  /** Summary of an operation in Portuguese; an office's variant has that of the company's operation (`openapi/mount.ts`). */
  summaryOf: (operationId: string) => string | undefined;
  /** Path of an operation's page, below the base. */
  placeOf: (operationId: string) => string | undefined;
  /** Its operations for the search, without the offices' variants. */
  found: readonly OperationMatch[];
};

/**
 * @param place.keywords words by which people search for the reference who do not know its title
 * @param place.worth weight of an operation in search results; that of a page is about ten
 */
export function referenceContract(
  contract: object,
  portuguese: Portuguese,
  { path, title, keywords, worth }: { path: string; title: string; keywords: string; worth: number },
): ReferenceContract {
  const description = descriptionSchema.parse(contract);
  const summaryOf = (id: string): string | undefined =>
    portuguese.summaries[id] ?? portuguese.summaries[id.replace(/OfCompany$/, '')];
  const operations = Object.entries(description.paths).flatMap(([of, methods]) =>
    Object.entries(methods).map(([method, { operationId, summary }]) => ({
      ...{ operationId, summary, call: `${method.toUpperCase()} ${of}` },
      place: `${path}/${operationId}`,
    })),
  );
  const places = new Map(operations.map(({ operationId, place }) => [operationId, place]));
  let made: object | undefined;

  return {
    ...{ path, title, keywords, summaryOf, introduction: portuguese.introduction },
    parts: Object.entries(portuguese.parts).map(([tag, name]) => ({
      ...{ tag, name },
      description: portuguese.tags[tag] ?? '',
    })),
    description: () => (made ??= translated(description, portuguese, summaryOf)),
    placeOf: (operationId) => places.get(operationId),
    found: operations
      .filter(({ operationId }) => portuguese.summaries[operationId] !== undefined)
      .map(({ operationId, summary, call, place }) => ({
        ...{ path: place, worth },
        title: `${summaryOf(operationId) ?? summary} · ${call}`,
        words: `${operationId} ${summary}`,
      })),
  };
}

function translated(
  description: Description,
  { title, summary, introduction, tags }: Portuguese,
  summaryOf: ReferenceContract['summaryOf'],
): object {
  const { paths, webhooks, ...rest } = descriptionSchema.parse(reworded(description, inPortuguese));
  return {
    ...rest,
    info: { ...description.info, ...(title ? { title } : {}), summary, description: introduction.join('\n\n') },
    tags: description.tags.map((tag) => ({ ...tag, description: tags[tag.name] ?? tag.description })),
    paths: mapped(paths, (methods) =>
      mapped(methods, (operation) => ({
        ...operation,
        summary: summaryOf(operation.operationId) ?? operation.summary,
      })),
    ),
    ...(webhooks ? { webhooks: mapped(webhooks, event) } : {}),
  };
}

function event({ post }: NonNullable<Description['webhooks']>[string], name: string): object {
  const title = events[name]?.title ?? post.summary;
  return { post: { ...post, summary: title.charAt(0).toUpperCase() + title.slice(1) } };
}

function mapped<Value, Result>(
  all: Record<string, Value>,
  as: (value: Value, name: string) => Result,
): Record<string, Result> {
  return Object.fromEntries(Object.entries(all).map(([name, value]) => [name, as(value, name)]));
}
