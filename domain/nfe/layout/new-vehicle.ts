import { type NewVehicle, vehicleConditions, vehicleRestrictions, vehicleSales } from '../../documents/new-vehicle.ts';
import { field, group } from '../../xml/writer.ts';

/** Group J of a line: a new vehicle. */
export function layoutNewVehicle(vehicle: NewVehicle): string {
  return group(
    'veicProd', // J01
    field('tpOp', vehicleSales[vehicle.sale]), // J02
    field('chassi', vehicle.chassis), // J03
    field('cCor', vehicle.colorCode), // J04
    field('xCor', vehicle.color), // J05
    field('pot', vehicle.power), // J06
    field('cilin', vehicle.displacement), // J07
    field('pesoL', vehicle.netWeight), // J08
    field('pesoB', vehicle.grossWeight), // J09
    field('nSerie', vehicle.serialNumber), // J10
    field('tpComb', vehicle.fuel), // J11
    field('nMotor', vehicle.engineNumber), // J12
    field('CMT', vehicle.towingCapacity), // J13
    field('dist', vehicle.wheelbase), // J14
    field('anoMod', vehicle.modelYear), // J16
    field('anoFab', vehicle.manufactureYear), // J17
    field('tpPint', vehicle.paint), // J18
    field('tpVeic', vehicle.type), // J19
    field('espVeic', vehicle.species), // J20
    field('VIN', vehicle.isRemarked ? 'R' : 'N'), // J21
    field('condVeic', vehicleConditions[vehicle.condition]), // J22
    field('cMod', vehicle.modelCode), // J23
    field('cCorDENATRAN', vehicle.standardColor), // J24
    field('lota', vehicle.seats), // J25
    field('tpRest', vehicleRestrictions[vehicle.restriction]), // J26
  );
}
