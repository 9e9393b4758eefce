/** The authority's stack refused the envelope before its application saw the message. */
export class SoapFault extends Error {
  readonly code = 'SoapFault';
  /** SOAP's own code (`Sender`, `Receiver`, `Client`, ...), without prefix. */
  readonly faultCode: string;
  readonly reason: string;

  constructor(faultCode: string, reason: string) {
    super(`O serviço da SEFAZ devolveu um erro de SOAP (${faultCode}): ${reason}`);
    this.name = 'SoapFault';
    this.faultCode = faultCode;
    this.reason = reason;
  }
}
