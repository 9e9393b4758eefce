import type { Chapter } from '../../../rejections/explanation.ts';

const choose = 'Envie em substituteDocumentId a NFC-e autorizada que ficou no lugar desta.';
const sameSale = 'A substituta precisa ser da mesma venda: envie em substituteDocumentId a NFC-e certa.';

/** An NFC-e that is cancelled because another of the same sale took its place (110112). */
export const substituteCancellation: Chapter = {
  '910': { cause: 'A chave da NFC-e substituta não é válida.', fix: choose },
  '911': { cause: 'A chave da NFC-e substituta não é de uma nota que possa substituir esta.', fix: choose },
  '912': { cause: 'A NFC-e substituta não existe na SEFAZ.', fix: choose },
  '913': { cause: 'A NFC-e substituta está denegada ou cancelada.', fix: choose },
  '914': { cause: 'A NFC-e substituta foi emitida mais de 2 horas depois da que se quer cancelar.', fix: sameSale },
  '915': { cause: 'O total da NFC-e substituta não é o da que se quer cancelar.', fix: sameSale },
  '916': { cause: 'O ICMS da NFC-e substituta não é o da que se quer cancelar.', fix: sameSale },
  '917': { cause: 'O destinatário da NFC-e substituta não é o da que se quer cancelar.', fix: sameSale },
  '918': { cause: 'A NFC-e substituta não tem tantos itens quanto a que se quer cancelar.', fix: sameSale },
  '919': { cause: 'Um item da NFC-e substituta não é igual ao da que se quer cancelar.', fix: sameSale },
  '920': {
    cause: 'Só uma NFC-e de emissão normal é substituída, e só por uma que foi emitida em contingência off-line.',
    fix: `${choose} Se ela não foi emitida off-line, cancele sem substituteDocumentId, dentro do prazo da UF.`,
  },
};
