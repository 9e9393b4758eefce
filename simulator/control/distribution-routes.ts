import { z } from 'zod';
import { schemaOf } from '../distribution/documents.ts';
import { loadNotes, noteOrder, taxId } from '../distribution/load.ts';
import type { Entry } from '../distribution/queues.ts';
import type { TaxAuthority } from '../tax-authority.ts';
import type { Environment } from '../transport/endpoints.ts';
import type { ControlRoute } from './route.ts';
import { pattern } from './route.ts';

const environment = z.union([z.literal(1), z.literal(2)]).default(2);

const load = z.strictObject({ environment, notes: z.array(noteOrder).max(10_000).default([]) });

/** What is distributed: loading it, seeing a queue, the questions that were asked, and the end of a wait. */
export function distributionRoutes(authority: TaxAuthority): ControlRoute[] {
  const path = pattern('/distribution');
  const questions = pattern('/distribution/questions');
  return [
    {
      method: 'POST',
      path,
      async handle({ body }) {
        const order = load.parse(body);
        const keys = order.notes.flatMap((note) => loadNotes(note, order.environment, authority));
        await authority.register.settled();
        return { notes: keys.map((chNFe) => ({ chNFe })) };
      },
    },
    {
      method: 'GET',
      path,
      handle({ query }) {
        const holder = taxId.parse(query.get('taxId'));
        return authority.register.distributed(environmentIn(query), holder).map(described);
      },
    },
    {
      method: 'GET',
      path: questions,
      handle: ({ query }) =>
        authority.questions.about({
          taxId: query.get('taxId'),
          source: query.get('source'),
          environment: query.get('environment'),
        }),
    },
    {
      method: 'DELETE',
      path: questions,
      handle() {
        authority.questions.clear();
        return [];
      },
    },
    {
      method: 'DELETE',
      path: pattern('/distribution/wait'),
      handle({ query }) {
        authority.pace.forgive(query.get('taxId') ?? undefined);
        return {};
      },
    },
  ];
}

function described({ nsu, chNFe, what, since }: Entry): object {
  return { nsu, chNFe, schema: schemaOf(what), since };
}

function environmentIn(query: URLSearchParams): Environment {
  return query.get('environment') === '1' ? 1 : 2;
}
