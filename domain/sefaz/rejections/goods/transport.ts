import type { Chapter } from '../../../rejections/explanation.ts';
import { tellMaintainers } from '../../../rejections/own-fault.ts';

const field = 'transport.carrierId';
const carrierRecord =
  'Corrija o cadastro da transportadora (PATCH /v1/carriers/{id}); a nota usa a cópia feita na criação do documento.';

/** Carrier, vehicle and freight (group X). */
export const transport: Chapter = {
  '362': {
    cause: 'A venda de combustível precisa identificar a transportadora.',
    fix: 'Envie carrierId de uma transportadora com CNPJ ou CPF.',
    field,
  },
  '542': { cause: 'O CNPJ da transportadora não é válido.', fix: carrierRecord, field },
  '543': { cause: 'O CPF da transportadora não é válido.', fix: carrierRecord, field },
  '544': { cause: 'A inscrição estadual da transportadora não é válida para a UF dela.', fix: carrierRecord, field },
  '559': { cause: 'A transportadora tem inscrição estadual e está sem UF.', fix: carrierRecord, field },
  '722': { cause: 'O ICMS retido do transporte tem um CFOP que não é de transporte.', fix: tellMaintainers },
  '845': {
    cause: 'A nota traz uma transportadora, e o frete foi declarado como sem transporte.',
    fix: 'Escolha quem contrata o frete, ou não envie carrierId.',
    field,
  },
  '846': {
    cause: 'O transporte é próprio do remetente, e a transportadora é outra empresa.',
    fix: 'Com transporte próprio a transportadora é a própria empresa; senão, escolha outra modalidade de frete.',
    field,
  },
  '868': {
    cause: 'Veículo e reboque não são informados em operação interestadual.',
    fix: 'Não envie vehiclePlate nesta operação, nem use transportadora com veículo padrão se ele for o motivo.',
    field: 'transport.vehiclePlate',
  },
};
