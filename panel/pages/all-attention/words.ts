import type { AttentionItem, AttentionThing } from '../../../operations/waits/attention/attention-item.ts';
import { attentionItemInWords } from '../attention/words.ts';

/** Each thing that may wait: its plural in words, and its word in addresses. */
export const thingWords: Record<AttentionThing, { word: string; inAddress: string }> = {
  document: { word: 'Notas', inAddress: 'notas' },
  event: { word: 'Eventos de notas', inAddress: 'eventos' },
  inutilization: { word: 'Inutilizações', inAddress: 'inutilizacoes' },
  rejected: { word: 'Recusadas depois de impressas', inAddress: 'recusadas' },
  replaced: { word: 'Notas substituídas', inAddress: 'substituidas' },
  closing: { word: 'Fechamentos', inAddress: 'fechamentos' },
  invitation: { word: 'Convites', inAddress: 'convites' },
  personMail: { word: 'E-mails a pessoas', inAddress: 'e-mails' },
  webhook: { word: 'Webhooks', inAddress: 'webhooks' },
  certificate: { word: 'Certificados', inAddress: 'certificados' },
  distribution: { word: 'Notas recebidas', inAddress: 'recebidas' },
  silence: { word: 'Pausas pedidas', inAddress: 'pausas' },
  regime: { word: 'Regimes', inAddress: 'regimes' },
  worker: { word: 'Workers', inAddress: 'workers' },
  rates: { word: 'Alíquotas', inAddress: 'aliquotas' },
  difference: { word: 'Livros que divergem', inAddress: 'divergencias' },
};

/** The thing that an address names; undefined for any other text. */
export function thingIn(said: unknown): AttentionThing | undefined {
  const known = Object.entries(thingWords) as [AttentionThing, { inAddress: string }][];
  return known.find(([, { inAddress }]) => inAddress === said)?.[0];
}

/** An item in words for operators, who also see whose receiver it is and what the mail server said. */
export function attentionItemForOperator(item: AttentionItem): { title: string; reason: string; path: string | null } {
  const told = attentionItemInWords(item, 'OPERATOR');
  switch (item.what) {
    case 'webhook': {
      const [, office] = / · (escritório .*)$/.exec(item.title) ?? [];
      return { ...told, title: `${told.title.replace('ao seu sistema', 'ao sistema')}${office ? ` · ${office}` : ''}` };
    }
    case 'personMail':
      return { ...told, title: item.title, reason: item.reason };
    case 'worker':
      return { ...told, title: `Worker de ${item.title.replace(/^worker /, '')}` };
    default:
      return told;
  }
}
