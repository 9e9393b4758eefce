import type { WaitKind } from '../../domain/conversation/waiting.ts';
import { brasiliaMoment } from '../terminal/moments.ts';
import type { Unmoved, Woken } from '../../operations/documents/retry.ts';

const shownAtMost = 20;

/** What a retry did and what it could not, as a person reads it. */
export function retryInWords({ woken, unmoved }: Woken): string {
  const told = woken === 0 ? 'Nada tenta de novo agora.' : `${woken} em espera avisado(s).`;
  if (unmoved.length === 0) return woken === 0 ? 'Nada espera.' : told;
  const first = unmoved.slice(0, shownAtMost).flatMap(lines);
  const more = unmoved.length - shownAtMost;
  const rest = more > 0 ? [`… e mais ${more}: use --json.`] : [];
  return [told, '', `${unmoved.length} não se move(m) com isso:`, ...first, ...rest].join('\n');
}

function lines({ title, id, kind, reason, until, command }: Unmoved): string[] {
  const end = until === null ? '' : ` Até ${brasiliaMoment(until)}.`;
  const helps = command === null ? [] : [`    → ${command}`];
  return [
    `  ${kind === 'PERSON' ? '!! DECISÃO ' : ''}${title} (${id})`,
    `    ${reason}${end}${goesOn(kind)}`,
    ...helps,
  ];
}

/** What comes without anybody's help. */
function goesOn(kind: WaitKind | null): string {
  switch (kind) {
    case 'AUTHORITY_PAUSED':
    case 'AUTHORITY_UNREACHABLE':
      return ' Tenta sozinho, em até três minutos.';
    case 'UNANSWERED':
    case 'ANSWER':
      return ' Consulta sozinho, em até três minutos.';
    case 'THROTTLED':
      return ' Segue sozinho.';
    case 'TRANSMISSION':
      return ' É transmitida sozinha quando o serviço voltar.';
    default:
      return '';
  }
}
