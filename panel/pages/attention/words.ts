import type { ActingRole } from '../../../domain/accounts/roles.ts';
import type { LinkOfCompany } from '../../../operations/offices/links-of-company.ts';
import type { AttentionItem, AttentionKind } from '../../../operations/waits/attention/attention-item.ts';
import { may } from '../../parts/may.ts';
import { monthOfDay, sentence } from '../../parts/words.ts';

/** Something that waits, in words: what, the page that shows it, and why. */
export type AttentionInWords = { title: string; reason: string; path: string | null };

/** An item in words, without technical names. */
export function attentionItemInWords(
  { what, id, kind, title, reason }: AttentionItem,
  role: ActingRole,
): AttentionInWords {
  switch (what) {
    case 'document':
    case 'rejected':
      return { title, reason: sentence(reason), path: id === null ? null : `/notas/${id}` };
    case 'replaced':
      // The number identifies the note; its access key is only for people who open it.
      return { title: title.replace(/ · \d{44}$/, ''), reason: sentence(reason), path: null };
    case 'webhook':
      return { title: `Avisos ao seu sistema, em ${hostIn(title)}`, reason, path: null };
    case 'distribution':
      return { title: `Documentos recebidos ${sourceIn(title)}`, reason: sentence(reason), path: null };
    case 'personMail':
      // Addresses of people, which the server's own words may hold, too, are only for roles that see the people.
      return may(role, 'people')
        ? { title, reason: sentence(reason), path: '/pessoas' }
        : { title: 'E-mail a uma pessoa da empresa', reason: 'O e-mail não saiu.', path: null };
    case 'silence':
      return { title: 'Autoridade pediu uma pausa', reason: sentence(reason), path: null };
    case 'regime':
      return { title: 'Regime tributário na Receita Federal', reason: regimes[kind] ?? reason, path: null };
    case 'difference':
      return { title: inMonth(title), reason, path: `/conferencias/${title.slice(-monthLength)}` };
    default:
      return { title, reason: sentence(reason), path: null };
  }
}

/** The length of the month at the end of a difference's title: `2026-10`. */
const monthLength = 7;

function inMonth(title: string): string {
  return `${title.slice(0, -monthLength)}${monthOfDay(`${title.slice(-monthLength)}-01`)}`;
}

/** A link that was asked for and not answered, in words. */
export function invitationInWords({ office }: LinkOfCompany): AttentionInWords {
  return {
    title: `Convite de ${office.name}`,
    reason:
      'Um escritório de contabilidade pediu acesso aos documentos da empresa. Enquanto ninguém responde, ele não vê nada.',
    path: null,
  };
}

const regimes: Partial<Record<AttentionKind, string>> = {
  REGIME_UNCONFIRMED:
    'Ninguém disse ainda como a empresa está no cadastro da Receita Federal. Se for diferente do que ela emite, as notas passarão a ser recusadas.',
  REGIME_CONTRADICTED:
    'O cadastro da Receita Federal diz outro regime do que o das notas. Elas serão recusadas enquanto os dois não forem iguais.',
};

/** The host of a receiver: the rest of its address may hold a secret. */
function hostIn(title: string): string {
  const [, url = ''] = /^Webhook (\S+)/.exec(title) ?? [];
  return URL.parse(url)?.host ?? 'endereço desconhecido';
}

const sourceIn = (title: string): string => (title.endsWith('NFSE') ? 'de serviços (NFS-e)' : 'de mercadorias (NF-e)');
