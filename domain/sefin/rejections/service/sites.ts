import type { Chapter } from '../../../rejections/explanation.ts';

const oneOrOther = 'Informe um endereço só: no Brasil pelo CEP, no exterior por cidade e região.';

/** Building sites and events (obra, atvEvento). */
export const sites: Chapter = {
  E0370: {
    cause: 'O código do serviço é de obra e faltam os dados dela.',
    fix: 'Informe em service.works o código da obra (CNO ou CEI) ou seu endereço.',
    field: 'service.works',
  },
  E0372: {
    cause: 'A nota traz dados de obra e o código do serviço não é de obra.',
    fix: 'Retire service.works, ou corrija serviceCode.',
    field: 'service.works',
  },
  E0380: {
    cause: 'O CEP da obra não é do município da prestação.',
    fix: 'Corrija o CEP, ou o município em que o serviço foi prestado.',
    field: 'service.works.address.zipCode',
  },
  E0382: { cause: 'A obra é no exterior e tem CEP brasileiro.', fix: oneOrOther, field: 'service.works.address' },
  E0384: {
    cause: 'O serviço foi prestado no exterior e falta o endereço da obra de lá.',
    fix: oneOrOther,
    field: 'service.works.address',
  },
  E0386: {
    cause: 'O serviço foi prestado no Brasil e a obra tem endereço no exterior.',
    fix: oneOrOther,
    field: 'service.works.address',
  },
  E0390: {
    cause: 'O código do serviço é de diversões e eventos (item 12) e faltam os dados do evento.',
    fix: 'Informe em service.event o nome, as datas e o código ou endereço do evento.',
    field: 'service.event',
  },
  E0392: {
    cause: 'A nota traz dados de evento e o código do serviço não é do item 12.',
    fix: 'Retire service.event, ou corrija serviceCode.',
    field: 'service.event',
  },
  E0398: {
    cause: 'O CEP do evento não é do município da prestação.',
    fix: 'Corrija o CEP, ou o município em que o serviço foi prestado.',
    field: 'service.event.address.zipCode',
  },
  E0400: { cause: 'O evento é no exterior e tem CEP brasileiro.', fix: oneOrOther, field: 'service.event.address' },
  E0402: {
    cause: 'O serviço foi prestado no exterior e falta o endereço do evento de lá.',
    fix: oneOrOther,
    field: 'service.event.address',
  },
  E0404: {
    cause: 'O serviço foi prestado no Brasil e o evento tem endereço no exterior.',
    fix: oneOrOther,
    field: 'service.event.address',
  },
};
