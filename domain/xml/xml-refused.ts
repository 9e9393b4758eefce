export const xmlRefusals = ['malformed', 'doctype', 'too_large', 'too_deep', 'encoding'] as const;
export type XmlRefusal = (typeof xmlRefusals)[number];

const sentences: Record<XmlRefusal, string> = {
  malformed: 'O XML está malformado',
  doctype: 'O XML traz DOCTYPE, que não é aceito',
  too_large: 'O XML excede o tamanho aceito',
  too_deep: 'O XML tem níveis demais',
  encoding: 'A codificação do XML não é aceita ou não corresponde ao conteúdo',
};

/** XML that came from outside and is not read at all; `code` says why and is stable. */
export class XmlRefused extends Error {
  readonly code: XmlRefusal;

  constructor(code: XmlRefusal, options?: ErrorOptions) {
    super(sentences[code], options);
    this.name = 'XmlRefused';
    this.code = code;
  }
}
