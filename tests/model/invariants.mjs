// What holds in every state that the verbs can lead to. The model is asked after each command: a model that breaks a
// promise is no judge of the product.

import { isParked, isSameEvent, isSameWait } from './model.mjs';

/** The promises that the model breaks, in words; none if all is well. */
export function invariants(model) {
  const { events, waits, seals } = model;
  const broken = [];
  const promise = (kept, words, row) => kept || broken.push(`${words}: ${JSON.stringify(row)}`);

  for (const event of events) {
    const is = (...states) => states.includes(event.state);
    promise(only(events, event, isSameEvent), 'an identity has one event', event);
    promise(is('live', 'held', 'spent', 'dead'), 'an event is in one of four states', event);
    promise(is('held', 'spent') === (event.run !== undefined), 'held and spent events alone have a claimant', event);
    promise(is('dead') === (event.reason !== undefined), 'dead letters alone have a reason', event);
    promise(!is('spent') || event.payload === undefined, 'a spent event has no payload', event);
    promise(!is('live', 'held') || event.payload !== undefined, 'a live or held event has its payload', event);
    promise(!is('live', 'held') || !event.erased, 'an erased event is never offered or held', event);
    const isEmpty = event.payload === undefined;
    promise(!is('dead') || isEmpty === event.erased, 'a dead letter keeps its payload until it is erased', event);
    promise(!is('live') || !event.addressed, 'an addressed event is never offered to others', event);
  }
  for (const event of model.held()) {
    promise(only(model.held(), event, isSameWait), 'a wait holds one event', event);
    const wait = model.registered(event);
    promise(!wait || isParked(wait), 'a wait that holds an event is parked', wait);
  }
  for (const wait of waits) promise(only(waits, wait, isSameWait), 'a run and effect have one wait', wait);
  const isSameRun = (one, other) => one.run === other.run;
  for (const seal of seals) promise(only(seals, seal, isSameRun), 'a run is sealed once', seal);
  return broken;
}

function only(rows, row, isSame) {
  return rows.filter((each) => isSame(each, row)).length === 1;
}
