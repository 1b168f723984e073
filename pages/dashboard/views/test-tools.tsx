import { Empty } from '../parts/empty.tsx';
import { MakeTestToken } from '../parts/make-test-token.tsx';
import { SendTestEvent } from '../parts/send-test-event.tsx';
import { TestClock } from '../parts/test-clock.tsx';
import { FundTestWallet, MakeTestWallet } from '../parts/test-wallets.tsx';
import { mode } from '../session.ts';

/** What makes a year of payments pass in a minute: in test mode alone. */
export function TestTools() {
  return (
    <>
      <h1>Test tools</h1>
      {mode.value === 'live' ? (
        <Empty title="Live money and live time are real">
          <p>Nobody can make live tokens or move the live clock. In test mode you can do both.</p>
          <button class="button" onClick={() => (mode.value = 'test')}>
            Go to test mode
          </button>
        </Empty>
      ) : (
        <div class="tools">
          <div>
            <TestClock />
            <SendTestEvent />
            <MakeTestToken />
          </div>
          <div>
            <MakeTestWallet />
            <FundTestWallet />
          </div>
        </div>
      )}
    </>
  );
}
