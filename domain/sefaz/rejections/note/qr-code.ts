import type { Chapter } from '../../../rejections/explanation.ts';
import { tellMaintainers } from '../../../rejections/own-fault.ts';

const csc =
  'Confira no portal da SEFAZ do estado o CSC ativo e o identificador dele, e registre-os com ' +
  '"lavra company csc set <empresa> --id <identificador> --environment <ambiente>", que pede o código. Depois emita de novo.';

/** The QR code of an NFC-e and its security code (CSC). */
export const qrCode: Chapter = {
  '393': { cause: 'A NF-e traz QR Code fora do caso em que ela o tem.', fix: tellMaintainers },
  '394': { cause: 'A nota está sem o QR Code.', fix: tellMaintainers },
  '395': { cause: 'O endereço do QR Code não é o da UF do emitente neste ambiente.', fix: tellMaintainers },
  '396': { cause: 'Falta um parâmetro no QR Code.', fix: tellMaintainers },
  '397': { cause: 'Um parâmetro do QR Code não é o da nota.', fix: tellMaintainers },
  '398': {
    cause: 'A versão do QR Code não é a que a SEFAZ espera.',
    fix: 'Acerte a versão do QR Code da empresa com "lavra company set <empresa> --nfce-qr-code-version 2 (com CSC) ou 3" e emita de novo.',
  },
  '399': { cause: 'O QR Code identifica um destinatário que a nota não tem.', fix: tellMaintainers },
  '400': { cause: 'Um parâmetro do QR Code não está em hexadecimal.', fix: tellMaintainers },
  '444': {
    cause: 'O QR Code da versão 2 não é aceito de emitente pessoa física.',
    fix: 'O Lavra emite por CNPJ: cadastre a empresa pelo CNPJ dela.',
  },
  '445': { cause: 'O QR Code traz uma assinatura que a emissão normal não tem.', fix: tellMaintainers },
  '462': { cause: 'O identificador do CSC no QR Code não está cadastrado na SEFAZ.', fix: csc },
  '463': { cause: 'O CSC do QR Code foi revogado pela empresa.', fix: csc },
  '464': { cause: 'O código de segurança do QR Code não confere: o CSC usado não é o da SEFAZ.', fix: csc },
  '474': { cause: 'O QR Code da contingência está sem a assinatura.', fix: tellMaintainers },
  '583': { cause: 'A assinatura do QR Code não confere com a nota.', fix: tellMaintainers },
  '672': { cause: 'A NF-e com DANFE simplificado só aceita o QR Code da versão 3.', fix: tellMaintainers },
  '813': { cause: 'O QR Code foi escrito com a sequência de escape do "e comercial".', fix: tellMaintainers },
  '878': { cause: 'O endereço de consulta pela chave não é o da UF do emitente.', fix: tellMaintainers },
  '903': { cause: 'O QR Code é da versão 100, que não vale mais.', fix: tellMaintainers },
  '407': { cause: 'A UF ainda não aceita o QR Code na versão 3.', fix: csc },
};
