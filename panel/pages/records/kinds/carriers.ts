import type { Carrier } from '../../../../domain/carriers/carrier.entity.ts';
import { taxIdMask } from '../../../../domain/masks.ts';
import { carrierView, vehicleView } from '../../../../http/views/records.ts';
import { checkedBody } from '../../../../openapi/check-body.ts';
import { rowRangeOf } from '../../../../operations/lists/page.ts';
import { findCarriers } from '../../../../operations/lists/records.ts';
import { changeCarrier, createCarrier, findCarrier, removeCarrier } from '../../../../operations/records/carriers.ts';
import {
  changeVehicle,
  createVehicle,
  findVehicle,
  findVehicles,
  removeVehicle,
} from '../../../../operations/records/vehicles.ts';
import type { FieldGroup } from '../../../forms/fields.ts';
import { filled } from '../../../forms/read.ts';
import type { RecordKind, RecordRow } from '../kind.ts';
import { stateChoices } from './clients.ts';

const ofCarrier: FieldGroup[] = [
  {
    title: 'Quem transporta',
    fields: [
      { name: 'name', label: 'Nome ou razão social', isRequired: true, most: 60 },
      { name: 'document', label: 'CNPJ ou CPF', most: 20, isShort: true },
      { name: 'stateRegistration', label: 'Inscrição estadual', most: 20, isShort: true },
      { name: 'anttCode', label: 'RNTRC (registro na ANTT)', most: 30, isShort: true },
      {
        name: 'email',
        label: 'E-mail',
        kind: 'email',
        most: 254,
        isShort: true,
        hint: 'Recebe as notas do que leva, se os ajustes o dizem.',
      },
    ],
  },
  {
    title: 'Endereço',
    fields: [
      { name: 'street', label: 'Logradouro', most: 60, isShort: true },
      { name: 'number', label: 'Número', most: 60, isShort: true },
      { name: 'city', label: 'Município', most: 60, isShort: true },
      { name: 'state', label: 'UF', kind: 'choice', choices: stateChoices, isShort: true },
    ],
  },
];

function row({ id, name, document, city, state }: Carrier): RecordRow {
  const place = [city, state].filter(Boolean).join('/');
  return { id, name, under: document ? taxIdMask(document) : '', cells: [place] };
}

/** The pages of carriers. */
export const carriers: RecordKind = {
  path: 'transporte',
  here: 'transporte',
  words: {
    title: 'Transporte',
    one: 'transportadora',
    article: 'a',
    create: 'Nova transportadora',
    search: 'Nome, CNPJ ou CPF',
    none: 'Cadastre quem leva as suas mercadorias, e os veículos.',
    removal: 'A transportadora sai da lista e de vendas novas, com os seus veículos. Notas emitidas não mudam.',
  },
  columns: ['Município'],
  groups: () => ofCarrier,
  initial: {},
  async list(em, query, page) {
    const [found, total] = await findCarriers(em, query, page);
    return { rows: found.map(row), total };
  },
  async find(em, id) {
    const carrier = await findCarrier(em, id);
    return { id, name: carrier.name, view: carrierView(carrier) };
  },
  create: (orm, company, sent) => createCarrier(orm, company, checkedBody('CarrierCreation', filled(sent))),
  change: (orm, company, id, sent) => changeCarrier(orm, company, id, checkedBody('CarrierChanges', sent)),
  remove: removeCarrier,
};

const ofVehicle: FieldGroup[] = [
  {
    title: 'O veículo',
    fields: [
      { name: 'plate', label: 'Placa', isRequired: true, most: 20, isShort: true },
      { name: 'state', label: 'UF da placa', kind: 'choice', choices: stateChoices, isRequired: true, isShort: true },
      { name: 'rntc', label: 'RNTRC do veículo', most: 30, isShort: true },
      { name: 'description', label: 'Descrição', most: 255, isShort: true },
      {
        name: 'isDefault',
        label: 'É o veículo de costume',
        kind: 'yesNo',
        hint: 'Vai na nota onde a venda não diz a placa. Uma frota tem sempre um.',
      },
    ],
  },
];

/** The vehicles of one carrier. */
export function vehiclesOf(carrierId: string, base: string): RecordKind {
  return {
    path: `transporte/${carrierId}/veiculos`,
    here: 'transporte',
    trail: { href: `${base}/transporte/${carrierId}`, word: 'Transportadora' },
    words: {
      title: 'Veículos',
      one: 'veículo',
      article: 'o',
      create: 'Novo veículo',
      search: null,
      none: 'Nenhum veículo ainda.',
      removal: 'O veículo é apagado e não volta. Se era o de costume, o mais antigo dos outros passa a ser.',
    },
    columns: ['UF', 'De costume'],
    groups: () => ofVehicle,
    initial: {},
    async list(em, _query, page) {
      const [found, total] = await findVehicles(em, carrierId, rowRangeOf(page));
      const rows = found.map(({ id, plate, state, description, isDefault }) => {
        return { id, name: plate, under: description ?? '', cells: [state, isDefault ? 'Sim' : ''] };
      });
      return { rows, total };
    },
    async find(em, id) {
      const vehicle = await findVehicle(em, { carrierId, vehicleId: id });
      return { id, name: vehicle.plate, view: vehicleView(vehicle) };
    },
    create: (orm, company, sent) =>
      createVehicle(orm, company, carrierId, checkedBody('VehicleCreation', filled(sent))),
    change: (orm, company, id, sent) =>
      changeVehicle(orm, company, { carrierId, vehicleId: id }, checkedBody('VehicleChanges', sent)),
    remove: (orm, company, id) => removeVehicle(orm, company, { carrierId, vehicleId: id }),
  };
}
