import type { DifferenceKind } from './rule.ts';

/** Texts about each kind of difference: its name, what it is, and what to do. Portuguese. */
export const kindsInWords: Record<DifferenceKind, { title: string; reason: string; mend: string }> = {
  UNKNOWN_THERE: {
    title: 'Nota que a autoridade não conhece',
    reason: 'autorizada aqui, e a autoridade diz que não a tem.',
    mend: 'Consulte a chave no portal da autoridade. Se também lá ela não existe, a venda está sem nota: leve o XML com o protocolo à SEFAZ ou ao município antes de emitir de novo.',
  },
  UNKNOWN_HERE: {
    title: 'Nota que este banco não conhece',
    reason: 'a autoridade tem, sob este número, uma nota que não é a daqui.',
    mend: 'Se outro sistema emite nesta série, dê a cada sistema uma série; se é de uma venda perdida daqui, não a emita de novo. O XML de NFS-e que o sistema nacional mostra já está em Notas de antes; o de NF-e e NFC-e só quem emitiu tem: peça-o, e quem opera o importa (lavra import xml). Se ninguém a reconhece, cancele-a no portal enquanto há prazo.',
  },
  CANCELLED_ELSEWHERE: {
    title: 'Nota cancelada fora daqui',
    reason: 'autorizada aqui, e cancelada na autoridade por outro meio.',
    mend: 'Confirme com quem a cancelou e peça o cancelamento também aqui: a autoridade responde que ele já existe, e a nota passa a cancelada.',
  },
  CANCELLED_HERE_ALONE: {
    title: 'Cancelamento que a autoridade não tem',
    reason: 'cancelada aqui, e válida na autoridade: o imposto é devido.',
    mend: 'Consulte a chave no portal. Se ela vale lá, cancele-a pelo portal enquanto há prazo, ou trate-a como emitida na escrituração.',
  },
  GAP: {
    title: 'Números que nenhuma nota usou',
    reason: 'nem aqui nem na autoridade há nota, e ninguém os inutilizou.',
    mend: 'Inutilize-os até o prazo, na página Inutilizações do painel.',
  },
};

/** Why the numbers of a series were not continued behind a note that only the authority has. */
export function farAhead(countsOnFrom: number): string {
  const from = countsOnFrom.toLocaleString('pt-BR');
  return `Longe demais dos números daqui para que a série siga dele: ela continua do ${from}. Se o outro sistema segue emitindo, use outra série aqui.`;
}
