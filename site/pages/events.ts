import { z } from 'zod';
import { contract } from '../../openapi/contract.ts';
import { sitePaths } from '../addresses.ts';
import { type SitePage, escapedMarkdown } from '../page.ts';
import told from './events.json' with { type: 'json' };

const webhook = z.object({
  post: z.object({
    requestBody: z.object({ content: z.object({ 'application/json': z.object({ example: z.unknown().optional() }) }) }),
  }),
});

/** Our texts about an event, besides the contract's example. */
type EventHelp = { title: string; when: string; do: string; subscribe?: string; keywords?: string[] };

const examples = z.object({ webhooks: z.record(z.string(), webhook) }).parse(contract.description).webhooks;

/** The contract's events, in its order. */
export const eventNames = Object.keys(examples);

/** One page for each webhook event, with the contract's example of it. */
export function webhookEventPages(): SitePage[] {
  return eventNames.map((name) => {
    const help = helpOf(name);
    return {
      path: `${sitePaths.events}/${name}`,
      kind: 'evento',
      title: `${name}: ${help.title}`,
      summary: help.when,
      keywords: [name, 'evento', 'webhook', ...(help.keywords ?? [])],
      lang: 'pt-BR',
      list: sitePaths.events,
      markdown: () => pageOf(name, help),
    };
  });
}

/** The texts about an event. @throws TypeError where `events.json` has none */
function helpOf(name: string): EventHelp {
  const help = (told.events as Readonly<Record<string, EventHelp>>)[name];
  if (!help) throw new TypeError(`events.json says nothing of ${name}`);
  return help;
}

function pageOf(name: string, { title, when, do: act, subscribe }: EventHelp): string {
  const { example } = examples[name]?.post.requestBody.content['application/json'] ?? {};
  return `# ${name}: ${title}

${escapedMarkdown(when)}

## O que fazer

${escapedMarkdown(act)}

## Quem recebe

${escapedMarkdown(subscribe ?? 'Todo endereço que não diz quais eventos quer, e os que nomeiam este em events.')}

## O que chega

\`\`\`json
${JSON.stringify(example, null, 2)}
\`\`\`

\`id\` é do evento e não muda em nenhuma repetição: guarde-o para não tratar o mesmo aviso duas vezes. Confira a assinatura antes de acreditar no corpo: veja [receber webhooks](pagina:guias/receber-webhooks).
`;
}

/** The list of all events, and when each is sent. */
export function eventList(): SitePage {
  return {
    path: sitePaths.events,
    kind: 'lista',
    title: 'Eventos dos webhooks',
    summary: 'Cada aviso que o Lavra envia ao seu sistema: quando vem, o que traz e o que fazer.',
    keywords: ['webhook', 'evento', 'aviso', 'notificação', 'callback', 'postback'],
    lang: 'pt-BR',
    list: '',
    markdown: () => `# Eventos dos webhooks

O Lavra avisa o seu sistema com um POST assinado a cada mudança. Para receber, veja [receber webhooks](pagina:guias/receber-webhooks).

${eventNames.map((name) => `- [\`${name}\`](evento:${name}): ${escapedMarkdown(helpOf(name).when)}`).join('\n')}
`,
  };
}
