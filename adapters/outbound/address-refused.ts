/** A URL or an address to which nothing may be sent. One message for every reason, so that it tells nothing about what is inside. */
export class AddressRefused extends Error {
  constructor(options?: ErrorOptions) {
    super(
      'A URL deve ser https, numa porta permitida, sem usuário, senha ou fragmento, e apontar para um endereço público da internet.',
      options,
    );
    this.name = 'AddressRefused';
  }
}
