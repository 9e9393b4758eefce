import { timestamp } from '../../clock.ts';
import type { TaxAuthority } from '../../tax-authority.ts';
import { child, type Element, textOf, writeElement } from '../../xml/element.ts';
import { checkForm, namespace, pack, signerOf, speaksFor } from '../document.ts';
import { receptionFault, NfseRefusal } from '../fault.ts';
import { issuerOfKey } from '../key.ts';
import { type Operation, route } from '../operation.ts';
import type { NfseEntry, NfseNote } from '../register.ts';
import { eventFaults } from '../rules/event.ts';
import { refuseAsChosen } from '../scenario-effects.ts';
import { application, contextFor, documentOf, inLowerCase, opening, taxIdIn } from './body.ts';
import { generateEvent } from './generated-documents.ts';

/** POST /nfse/{chave}/eventos: registers an event on a note. */
export const eventRegistration: Operation = {
  service: 'NfseEvento',
  api: 'sefin',
  method: 'POST',
  path: route('/nfse/:chave/eventos'),
  field: 'pedidoRegistroEventoXmlGZipB64',

  about({ parameters: { chave = '' }, document }) {
    const id = document && 'root' in document ? child(document.root, 'infPedReg')?.attributes['Id'] : undefined;
    return { chNFSe: chave, id, taxId: issuerOfKey(chave) };
  },

  async perform(call, authority) {
    const request = documentOf(call);
    const infPedReg = child(request.root, 'infPedReg');
    const author = taxIdIn(infPedReg, 'Autor') ?? '';
    if (author !== '' && !speaksFor(call.transmitter, author)) throw new NfseRefusal(403, []);
    checkForm(request, 'pedRegEvento', authority.schemas);
    const { cnpj, cpf } = signerOf(request, 'infPedReg', authority.trust, call.at);
    if (!speaksFor(cnpj ?? cpf ?? '', author))
      throw new NfseRefusal(400, [receptionFault(author.length === 11 ? 'E0815' : 'E0812')]);
    const chNFSe = textOf(infPedReg, 'chNFSe') ?? '';
    if (chNFSe !== call.parameters['chave']) throw new NfseRefusal(400, [otherNote]);

    // Nothing is awaited between this and the commit, so that no other request comes between.
    const faults = eventFaults(request.root, await contextFor(request.root, call, authority));
    if (faults.length > 0) throw new NfseRefusal(400, faults);
    const tpEvento = typeOf(infPedReg);
    const { register } = authority.nfse;
    refuseAsChosen(call, authority);
    const asReceived = request.source.slice(request.root.start, request.root.end);
    const event = generateEvent({ request: asReceived, chNFSe, tpEvento }, call, authority);
    register.commit([event]);

    await register.settled();
    return { status: 201, body: { ...opening(call), eventoXmlGZipB64: pack(event.xml) } };
  },

  refusal: (call, { faults }) => ({ ...opening(call), erro: faults.map(inLowerCase) }),
};

/** No code is published or observed for this; the text is ours. */
const otherNote = {
  code: '',
  description: 'A chave de acesso do endereço difere da chave do pedido de registro de evento.',
};

function typeOf(infPedReg: Element | undefined): string {
  return infPedReg?.children.find(({ name }) => /^e\d{6}$/.test(name))?.name.slice(1) ?? '';
}

/** Events that end a note without a message of the issuer's program: on the portal, or by the city itself. */
export const endsElsewhere = ['101101', '305101'] as const;
type EndElsewhere = (typeof endsElsewhere)[number];

const details = {
  '101101': { xDesc: 'Cancelamento de NFS-e', cMotivo: 1, xMotivo: 'Cancelada pelo emitente no portal' },
  '305101': {
    xDesc: 'Cancelamento de NFS-e por Ofício',
    CPFAgTrib: '12345678909',
    nProcAdm: '1',
    xProcAdm: 'Cancelada pela administração tributária',
  },
} as const;

/** The event by which a note is ended elsewhere. */
export function endElsewhere(
  note: NfseNote,
  tpEvento: EndElsewhere,
  authority: Pick<TaxAuthority, 'clock' | 'nfse'>,
): NfseEntry {
  const { chNFSe, environment, issuer } = note;
  const at = authority.clock.now();
  const infPedReg = {
    '@Id': `PRE${chNFSe}${tpEvento}`,
    tpAmb: environment,
    verAplic: application,
    dhEvento: timestamp(at),
    [issuer.length === 11 ? 'CPFAutor' : 'CNPJAutor']: issuer,
    chNFSe,
    [`e${tpEvento}`]: details[tpEvento],
  };
  const request = writeElement('pedRegEvento', { '@xmlns': namespace, '@versao': '1.01', infPedReg });
  return generateEvent({ request, chNFSe, tpEvento }, { environment, at }, authority);
}
