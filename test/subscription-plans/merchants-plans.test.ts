import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../server/lib/ids.ts';
import { ensurePlan } from '../../server/subscription-plans/ensure-plan.ts';
import { sumPlanRent } from '../../server/subscription-plans/queries.ts';
import { retirePlans } from '../../server/subscription-plans/retire-plans.ts';
import { describeUnless } from '../support/requires.ts';
import { missingBuilds, SUBSCRIPTIONS_BUILDS } from '../support/subscriptions-program.ts';
import { endMandate, type PlanField, planAt, planMandate, startPlanField } from './support.ts';

describeUnless(missingBuilds(), "a merchant's plan", () => {
  describe.each(SUBSCRIPTIONS_BUILDS)('(%s)', (build) => {
    let field: PlanField;
    beforeEach(async () => {
      field = await startPlanField(build);
    });
    afterEach(() => field.stop());

    test('is not ended by the service, nor counted as its rent, where no mandate needs it and its key is here', async () => {
      const { deployment, ground } = field;
      const mandate = await planMandate(field);
      const { row } = await ensurePlan(deployment, ground.chain, mandate);
      await endMandate(field, mandate);
      // The same plan as if a merchant's wallet owned it.
      await deployment.db`
        update subscription_plans set id = ${newId('subscriptionPlan')}, created_at = 0 where address = ${row.address}`;
      for (const days of [0, 2, 4]) {
        field.ahead.seconds = days * 86_400;
        await retirePlans(deployment, false);
      }
      const after = await planAt(field, row.address);
      expect([after.row.status, after.plan?.isActive, after.plan?.endsAt]).toEqual(['open', true, 0n]);
      expect(await sumPlanRent(deployment.db, false)).toEqual({ plans: 0, held: 0n, wanted: 0n });
      // Nor where its owner was about to end it.
      await deployment.db`update subscription_plans set status = 'ending' where address = ${row.address}`;
      await retirePlans(deployment, false);
      expect((await planAt(field, row.address)).plan?.endsAt).toBe(0n);
    });
  });
});
