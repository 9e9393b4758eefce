import type { ComputedService } from '../documents/computed-service.ts';
import type { ForeignTrade, ServedEvent, ServicePlace, SiteAddress, Works } from '../documents/service-sale.ts';
import { onlyDigits, field, group, linesField } from '../xml/writer.ts';

/** Group serv: the service, and where it is rendered. */
export function layoutServ(service: ComputedService): string {
  const { fields } = service;
  return group(
    'serv',
    layoutLocPrest(service.place),
    group(
      'cServ',
      field('cTribNac', fields.serviceCode),
      field('cTribMun', fields.municipalServiceCode),
      linesField('xDescServ', service.description),
      field('cNBS', fields.nbsCode),
    ),
    layoutComExt(service.foreignTrade),
    layoutObra(service.works),
    layoutAtvEvento(service.event),
    layoutInfoCompl(service),
  );
}

function layoutLocPrest({ municipalityCode, country }: ServicePlace): string {
  return group('locPrest', field('cLocPrestacao', municipalityCode), field('cPaisPrestacao', country));
}

/** Group comExt: a service bought or sold across the border. */
function layoutComExt(trade: ForeignTrade | null): string {
  if (!trade) return '';
  return group(
    'comExt',
    field('mdPrestacao', trade.mode),
    field('vincPrest', trade.relationship),
    field('tpMoeda', trade.currency),
    field('vServMoeda', trade.amount),
    field('mecAFComexP', trade.providerSupport),
    field('mecAFComexT', trade.takerSupport),
    field('movTempBens', trade.temporaryGoods),
    field('nDI', trade.importDeclaration),
    field('nRE', trade.exportRegistration),
    field('mdic', trade.sharedWithMdic ? '1' : '0'),
  );
}

/** Group infoCompl: the taker's purchase order, and texts of issuer and law. */
function layoutInfoCompl({ order, additionalInfo }: ComputedService): string {
  return group(
    'infoCompl',
    field('xPed', order?.number),
    group('gItemPed', ...(order?.items ?? []).map((item) => field('xItemPed', item))),
    field('xInfComp', additionalInfo),
  );
}

/** Group obra: building works, identified by a register or by an address. */
function layoutObra(works: Works | null): string {
  if (!works) return '';
  return group(
    'obra',
    field('inscImobFisc', works.propertyRegistration),
    field('cObra', works.code),
    field('cCIB', works.cib),
    siteAddress(works.address),
  );
}

/** Group atvEvento: a show, fair or match. */
function layoutAtvEvento(event: ServedEvent | null): string {
  if (!event) return '';
  return group(
    'atvEvento',
    field('xNome', event.name),
    field('dtIni', event.startDate),
    field('dtFim', event.endDate),
    field('idAtvEvt', event.code),
    siteAddress(event.address),
  );
}

/** Address of works, an event or a property (TCEnderObraEvento, TCEnderecoSimples): with a CEP in Brazil, with city and region abroad. */
export function siteAddress(address: SiteAddress | null | undefined): string {
  if (!address) return '';
  return group(
    'end',
    address.city
      ? group(
          'endExt',
          field('cEndPost', address.zipCode),
          field('xCidade', address.city),
          field('xEstProvReg', address.region),
        )
      : field('CEP', onlyDigits(address.zipCode)),
    field('xLgr', address.street),
    field('nro', address.number),
    field('xCpl', address.complement),
    field('xBairro', address.neighborhood),
  );
}
