import type { ServedEvent, SiteAddress, Works } from '../../documents/service-sale.ts';
import { digits } from '../../xml/tax-id-field.ts';
import { field, group } from '../../xml/writer.ts';

/** Group obra: building works, by their register or by their address. */
export function layoutObra(works: Works | null): string {
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
export function layoutAtvEvento(event: ServedEvent | null): string {
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

/** An address where a service takes place (TCEnderObraEvento, TCEnderecoSimples): in Brazil its CEP, abroad its city and region. */
function siteAddress(address: SiteAddress | null | undefined): string {
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
      : field('CEP', digits(address.zipCode)),
    field('xLgr', address.street),
    field('nro', address.number),
    field('xCpl', address.complement),
    field('xBairro', address.neighborhood),
  );
}
