// Based on: IOGP, "EPSG Geodetic Parameter Dataset" v13.101, 2026, as PROJ has it: the units of
// 5779 projected, 583 compound and 309 vertical systems.
#include "core/length_units.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <vector>

#include "core/list_text.h"
#include "core/numbers.h"
#include "core/utf8.h"

namespace cobble {
namespace {

constexpr LengthUnit kUnits[] = {
    {9001, 1, "m", " m metre metres meter meters "},
    {9002, 0.3048, "ft", " ft foot feet internationalfoot internationalfeet "},
    {9003, 1200.0 / 3937, "US survey ft",
     " ftus usft footus usfoot usfeet ussurveyft ussurveyfoot ussurveyfeet surveyfoot surveyfeet "},
    {9095, 0.3048007491, "British ft of 1936", " britishfoot(1936) "},
    {9014, 1.8288, "fathoms", " fathom fathoms "},
    {1025, 0.001, "mm", " mm millimetre millimetres millimeter millimeters "},
    {1033, 0.01, "cm", " cm centimetre centimetres centimeter centimeters "},
    {0, 0.1, "dm", " dm decimetre decimetres decimeter decimeters "},
    {9036, 1000, "km", " km kilometre kilometres kilometer kilometers "},
};
constexpr int kMetre = 9001, kFoot = 9002, kUsSurveyFoot = 9003, kBritishFoot = 9095;
constexpr int kPoolbeg = 5754;  // the system of heights in British feet

// Codes of systems: "2265-2273/4" are 2265, 2269 and 2273. Those in a range that are not of a
// system of its kind are unused.
constexpr std::string_view kAcrossInFeet =
    "2222-2224 2251-2253 2256 2265-2273/4 2266-2270/4 2280-2282 2867-2869 2896-2898 2901 "
    "2909-2910 2913-2914 2921-2923 2992-2994/2 3080 3359-3361/2 3479-3483/2 3588-3590/2 3593 "
    "3605 3634-3636/2 3644-3648/2 3656 3676-3682/3 5588 6128-6141 6391 6405-6409/2 6494-6496/2 "
    "6499 6515 6545-6547/2 6557-6561/2 6570 6785-6863/2 6868 6885-6887/2 7119-7127 8065-8068 "
    "8312-8348/2 8700-8711 10980-10987 11361-11377/2 20050";

constexpr std::string_view kAcrossInUsFeet =
    "2155 2194 2204 2225-2250 2254-2263/3 2255-2287/4 2258-2264 2268-2277/3 2272-2278/2 "
    "2284-2289 2870-2895 2899-2919/4 2900-2928/4 2902-2906 2917-2918 2925-2930 2964-2968 "
    "3089-3091/2 3102 3363-3365/2 3404 3417-3438 3441-3446 3451-3459 3485-3487/2 3490-3512/2 "
    "3515-3553/2 3560-3570 3582-3586/2 3598-3600/2 3608-3632/2 3640-3642/2 3650-3662/4 3652 "
    "3660-3672/4 3670-3674/2 3677-3686/3 3688-3700/4 3690 3698 3728-3739 3753-3760 3991-3992 "
    "4217 4399-4413 4418-4433 4438-4457 5623-5625 5646 5654-5655 6200-6202 6411-6413/2 "
    "6416-6438/2 6441-6479/2 6484-6492/2 6501-6507/2 6510 6517-6543/2 6549-6555/2 6563-6565/2 "
    "6568-6576/4 6574-6590/4 6584-6588/2 6593-6609/2 6612-6618/2 6625-6627 6633 6880 "
    "6923-6925/2 6966 6997 7057-7070 7128-7368/4 7258-7370/2 7407 7587-7645 8035-8036 "
    "8091-8093/2 8096-8182/2 8177-8189/3 8185-8197/4 8200-8210/2 8213-8216/3 8220-8226/3 8224 "
    "8380-8384/2 8387 8518-8540 8712-8800 9748-9749 10481 10516 10622 10911-10916 21929-22031 "
    "22034-22114/4 22104-22149 23301-23333 26729-26813 26847-26870 32001-32058 32064-32077 "
    "32099 32164-32167 32664-32667";

// In other feet, in yards, links, chains, kilometres and German legal metres.
constexpr std::string_view kAcrossInOthers =
    "2066 2136 2159-2160 2314 3139-3140 3167 3407 5472 5589 22300 24100 24370-24374 24382 24571 "
    "27291-27292 29371-29385 29871-29872 30200";

constexpr std::string_view kUpwardsInFeet =
    "5614 6130-6132 8050-8051 8228 8700-8711 8897 9502-9504";

constexpr std::string_view kUpwardsInUsFeet = "5702 6358-6360 7406-7407 8052-8053 8712-8800 10919";

constexpr std::string_view kDepths =
    "5336 5612 5614 5706 5715 5734 5739 5789 5831 5861-5867 5873 6357-6359 7976 8051 8053 8358 "
    "8378 8897 9287-9288 9672 10150-10151 10349 10364 10370-10379 10547-10552 10649-10650 10678 "
    "11450-11451 11454-11455";

// In: range, as "2222", "2222-2224" or "2265-2273/4".
bool IsInRange(std::string_view range, int code) {
  std::vector<int64_t> numbers;
  for (const std::string_view number : PiecesOf(range, "-/"))
    numbers.push_back(ParseInteger(number).value_or(0));
  const int64_t beyond = code - numbers[0];
  if (numbers.size() == 1) return beyond == 0;
  return beyond >= 0 && code <= numbers[1] && (numbers.size() < 3 || beyond % numbers[2] == 0);
}

bool HasCode(std::string_view ranges, int code) {
  return std::ranges::any_of(PiecesOf(ranges, " "),
                             [&](std::string_view range) { return IsInRange(range, code); });
}

}  // namespace

const LengthUnit* FindLengthUnit(int code) {
  const auto* const found = std::ranges::find(kUnits, code, &LengthUnit::code);
  return code == 0 || found == std::end(kUnits) ? nullptr : &*found;
}

const LengthUnit* FindLengthUnit(std::string_view word) {
  std::string plain = LowerCase(word);
  std::erase_if(plain, [](char c) { return c == ' ' || c == '_' || c == '-'; });
  plain = ' ' + plain + ' ';
  for (const LengthUnit& unit : kUnits)
    if (unit.words.find(plain) != unit.words.npos) return &unit;
  return nullptr;
}

std::string LengthUnitNames() {
  return ListText(kUnits, " and ", [](const LengthUnit& unit) { return std::string(unit.name); });
}

const LengthUnit* UnitAcross(int code) {
  if (HasCode(kAcrossInOthers, code)) return nullptr;
  if (HasCode(kAcrossInFeet, code)) return FindLengthUnit(kFoot);
  return FindLengthUnit(HasCode(kAcrossInUsFeet, code) ? kUsSurveyFoot : kMetre);
}

const LengthUnit* FeetUpwards(int code) {
  if (code == kPoolbeg) return FindLengthUnit(kBritishFoot);
  if (HasCode(kUpwardsInFeet, code)) return FindLengthUnit(kFoot);
  return HasCode(kUpwardsInUsFeet, code) ? FindLengthUnit(kUsSurveyFoot) : nullptr;
}

bool MeasuresDepths(int code) { return HasCode(kDepths, code); }

}  // namespace cobble
